import { textAt } from "../../domain/json.ts";
import { forbidsPayment, shiftsLiability } from "../../domain/order/authentication.ts";
import { forbidsPaymentAfter, shiftsLiabilityAfter } from "../../domain/order/enrollment.ts";
import { authenticationIn } from "../../domain/order/order.ts";
import { plainOutcomeOf } from "../../domain/order/outcome.ts";
import type { Outcome } from "../../domain/order/outcome.ts";
import type { Decision } from "../../domain/record/decision.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import { undecided, withoutAcquirer } from "../column/undecided.ts";

const PAYING: readonly string[] = ["AUTHORIZE", "PAY"];
const USING: readonly string[] = [...PAYING, "VERIFY"];

/**
 * What the gateway declines itself: a payment with an authentication that failed, and one without any where the merchant
 * wants all payers authenticated (assumption A281). Undefined: the acquirer decides.
 */
export function unauthenticated(scenarios: Scenarios, context: RuleContext): Decision | undefined {
  const { instruction, merchant, order } = context;
  const { body, enrollment, operation } = instruction;
  if (!USING.includes(operation)) return undefined;
  const used = authenticationIn(order, textAt(body, "authentication.transactionId"))?.authentication;
  const isForbidden =
    used === undefined ? enrollment && forbidsPaymentAfter(enrollment) : forbidsPayment(used);
  if (isForbidden === true)
    return withoutAcquirer(scenarios, "AUTHENTICATION_FAILED", "payer not authenticated");
  const isDemanded = merchant.unauthenticatedPayments === "block" && PAYING.includes(operation);
  const isShifted = used ? shiftsLiability(used) : enrollment && shiftsLiabilityAfter(enrollment);
  if (!isDemanded || isShifted === true || isExcepted(context)) return undefined;
  return {
    ...undecided(scenarios, { kind: "interface", rule: "payer authentication demanded" }),
    outcome: BLOCKED,
  };
}

/** Where there is no payer to ask, where others have asked, and where the merchant passes its own rules over. */
function isExcepted({ instruction: { body } }: RuleContext): boolean {
  const source = textAt(body, "transaction.source") ?? "INTERNET";
  const proven = ["authentication.3ds.authenticationToken", "3DSecure.authenticationToken"];
  return (
    source !== "INTERNET" ||
    textAt(body, "action.bypassMerchantRiskRules") === "ALL" ||
    proven.some((path) => textAt(body, path) !== undefined)
  );
}

/** The merchant's own rule says so, and nobody else was asked. */
const BLOCKED: Outcome = {
  ...plainOutcomeOf("BLOCKED"),
  acquirerCode: undefined,
  acquirerMessage: undefined,
  risk: "REJECT",
  extra: {
    risk: {
      response: {
        rule: [
          {
            data: "NO_LIABILITY_SHIFT",
            name: "MERCHANT_3D_SECURE",
            recommendation: "REJECT",
            type: "MERCHANT_RULE",
          },
        ],
      },
    },
  },
};
