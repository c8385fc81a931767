import { isConfirmedAtMerchant } from "../../domain/browser-payment.ts";
import type { BrowserPayment, BrowserTransaction } from "../../domain/browser-payment.ts";
import { triggeredOutcomes } from "../../domain/browser-trigger.ts";
import { maskText } from "../../domain/card.ts";
import type { Decider, Decision, Facts } from "../../domain/decision.ts";
import { textAt } from "../../domain/json.ts";
import { plainOutcomeOf } from "../../domain/outcome.ts";
import type { Outcome } from "../../domain/outcome.ts";
import { initiatedIn } from "../../domain/rules/browser-payment.ts";
import type { RuleContext } from "../../domain/rule.ts";
import type { GatewayParts } from "../parts.ts";
import type { Ask } from "../ask.ts";
import { redirectUrlOf } from "./redirect.ts";

/** What a call of a browser payment comes to, and what its entry keeps. */
export interface Played {
  readonly decision: Decision;
  readonly browser: BrowserPayment;
}

/** Submitted, which for the initiation itself is a success. */
export const SUBMITTED: Outcome = { ...plainOutcomeOf("SUBMITTED"), result: "SUCCESS" };

/** Undefined: the operation is none of a browser payment. */
export function playBrowserPayment(parts: GatewayParts, context: RuleContext, ask: Ask): Played | undefined {
  const { operation } = context.instruction;
  if (operation === "INITIATE_BROWSER_PAYMENT") return playInitiation(parts, context, ask);
  return operation === "CONFIRM_BROWSER_PAYMENT" ? playConfirmation(context, ask) : undefined;
}

function playInitiation(parts: GatewayParts, { instruction, merchant, now }: RuleContext, ask: Ask): Played {
  const { body, orderId, transactionId } = instruction;
  const triggered = triggeredOutcomes(textAt(body, "order.reference"), now);
  // The reference stands in for the payer too, who agrees at once (assumption A132).
  const consent = [{ at: now, gatewayCode: "SUBMITTED" }] as const;
  const awaited = triggered && isConfirmedAtMerchant(body) ? consent : (triggered ?? []);
  const redirectUrl = redirectUrlOf(parts, { merchantId: merchant.id, orderId, transactionId });
  const decidedBy = { kind: "interface", rule: "browserPayment submitted" } as const;
  return {
    decision: fixed(ask, { outcome: SUBMITTED, decidedBy }),
    browser: { redirectUrl, status: "INITIATED", timeInitiated: now, timeReturned: undefined, awaited },
  };
}

/** The payment that the payer has agreed to, executed now. */
function playConfirmation(context: RuleContext, ask: Ask): Played {
  const initiated = initiatedIn(context);
  if (initiated === undefined) throw new Error("a confirmation was played without its initiation");
  const { instruction, now } = context;
  const reference = textAt(instruction.body, "order.reference") ?? referenceOf(initiated);
  const triggered = triggeredOutcomes(reference, now);
  const { browser, amount, currency } = initiated;
  const facts = { reference, amount: instruction.amount ?? amount, currency };
  if (reference === undefined || triggered === undefined) {
    return { decision: ask.decide(facts), browser: { ...browser, awaited: [] } };
  }
  const [first, ...rest] = triggered;
  const isNow = first !== undefined && first.at <= now;
  const outcome = plainOutcomeOf(isNow ? first.gatewayCode : "SUBMITTED");
  const decidedBy = { kind: "reference", reference: maskText(reference) } as const;
  return {
    decision: fixed(ask, { outcome, decidedBy }, facts),
    browser: { ...browser, awaited: isNow ? rest : triggered },
  };
}

interface Fixed {
  readonly outcome: Outcome;
  readonly decidedBy: Decider;
}

/** Decided without a scenario, which may still delay, hold, break and shuffle the answer. */
function fixed(ask: Ask, { outcome, decidedBy }: Fixed, other?: Partial<Facts>): Decision {
  const added = ask.addEffects(other);
  const shown = added.effects.chaos ? { ...outcome, chaos: true } : outcome;
  return { ...added, outcome: shown, decidedBy, ruleKey: undefined };
}

function referenceOf({ request }: BrowserTransaction): string | undefined {
  return textAt(request, "order.reference");
}
