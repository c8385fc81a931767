import { amountAt, CHARGE_TYPE } from "../../request/instruction.ts";
import { textAt } from "../../json.ts";
import { add, formatAmount } from "../../money.ts";
import type { Amount } from "../../money.ts";
import { amountInForce, invalid } from "../../request/rule.ts";
import type { Rule, RuleContext } from "../../request/rule.ts";

const CHARGE = "order.merchantCharge.amount";

/** With a net amount the gateway computes the charge; one that is given agrees with it (interface section 2.6). */
export const chargeAgrees: Rule = {
  id: "merchant-charge-agrees",
  source: "interface section 2.6; assumption A69",
  topic: "charge",
  refuses: ({ instruction: { body, charged }, merchant }) => {
    const given = textAt(body, CHARGE);
    if (given === undefined || charged === undefined || amountAt(body, CHARGE) === charged.charge) {
      return undefined;
    }
    const [net, charge] = [formatAmount(charged.net), formatAmount(charged.charge)];
    const computed = `The ${CHARGE_TYPE} of ${merchant.surchargePercent} percent on ${net} is ${charge}`;
    return invalid(CHARGE, given, computed);
  },
};

/** The amount is the net amount with the merchant's charge (interface section 2.6). */
export const chargeAddsUp: Rule = {
  id: "merchant-charge-adds-up",
  source: "interface section 2.6; assumption A69",
  topic: "charge",
  refuses: ({ instruction: { amount, amountField, charged } }) => {
    if (amount === undefined || charged === undefined || amount === charged.total) return undefined;
    const sum = formatAmount(charged.total);
    const fault = `It must equal order.netAmount plus the merchant charge, ${sum}`;
    return invalid(amountField, formatAmount(amount), fault);
  },
};

/** What the order comes to; a capture or refund is a part of it, but a capture may be excessive. */
function orderTotal(context: RuleContext): Amount | undefined {
  const { instruction, standalone, totals } = context;
  const { amount, operation, traits } = instruction;
  if (standalone || !traits.isOfPart || amount === undefined) return amountInForce(context);
  const captured = operation === "CAPTURE" ? add(totals.captured, amount) : totals.captured;
  return captured > totals.authorized ? captured : totals.authorized;
}

/** Without a net amount the charge is the merchant's own, and a part of the order total (interface section 2.6). */
export const chargeContained: Rule = {
  id: "merchant-charge-contained",
  source: "interface section 2.6",
  topic: "charge",
  refuses: (context) => {
    const { body, charged } = context.instruction;
    const [charge, amount] = [amountAt(body, CHARGE), orderTotal(context)];
    if (charge === undefined || amount === undefined || charged !== undefined || charge <= amount) {
      return undefined;
    }
    const limit = `It must be included in the order total, which is ${formatAmount(amount)}`;
    return invalid(CHARGE, formatAmount(charge), limit);
  },
};

export const charges: readonly Rule[] = [chargeAgrees, chargeAddsUp, chargeContained];
