import { maskText } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import { isConfirmedAtMerchant } from "../../domain/order/browser-payment.ts";
import type { BrowserTransaction } from "../../domain/order/browser-payment.ts";
import { triggeredOutcomes } from "../../domain/order/browser-trigger.ts";
import type { BrowserPayment } from "../../domain/order/order.ts";
import { plainOutcomeOf } from "../../domain/order/outcome.ts";
import type { Outcome } from "../../domain/order/outcome.ts";
import type { Decision, Facts } from "../../domain/record/decision.ts";
import type { Decider } from "../../domain/record/deliberation.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { initiatedIn } from "../../domain/rules/browser-payment.ts";
import type { MatchOptions } from "../../scenario/decide/match-rules.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { GatewayParts } from "../parts.ts";
import { redirectUrlOf } from "./redirect.ts";

/** What a call of a browser payment comes to, and what its entry keeps. */
export interface Played {
  readonly decision: Decision;
  readonly browser: BrowserPayment;
}

/** The scenario, and what its conditions see of the request. */
interface Question {
  readonly scenarios: Scenarios;
  readonly facts: Facts;
  readonly matching: MatchOptions;
}

/** Submitted, which for the initiation itself is a success. */
export const SUBMITTED: Outcome = { ...plainOutcomeOf("SUBMITTED"), result: "SUCCESS" };

/** Undefined: the operation is none of a browser payment. */
export function playBrowserPayment(
  parts: GatewayParts,
  context: RuleContext,
  question: Question,
): Played | undefined {
  const { operation } = context.instruction;
  if (operation === "INITIATE_BROWSER_PAYMENT") return playInitiation(parts, context, question);
  return operation === "CONFIRM_BROWSER_PAYMENT" ? playConfirmation(context, question) : undefined;
}

function playInitiation(
  parts: GatewayParts,
  { instruction, merchant, now }: RuleContext,
  question: Question,
): Played {
  const { body, orderId, transactionId } = instruction;
  const triggered = triggeredOutcomes(textAt(body, "order.reference"), now);
  // The reference stands in for the payer too, who agrees at once (assumption A132).
  const consent = [{ at: now, gatewayCode: "SUBMITTED" }] as const;
  const awaited = triggered && isConfirmedAtMerchant(body) ? consent : (triggered ?? []);
  const redirectUrl = redirectUrlOf(parts, { merchantId: merchant.id, orderId, transactionId });
  const decidedBy = { kind: "interface", rule: "browserPayment submitted" } as const;
  return {
    decision: fixed(question, { outcome: SUBMITTED, decidedBy }),
    browser: { redirectUrl, status: "INITIATED", timeInitiated: now, timeReturned: undefined, awaited },
  };
}

/** The payment that the payer has agreed to, executed now. */
function playConfirmation(context: RuleContext, question: Question): Played {
  const initiated = initiatedIn(context);
  if (initiated === undefined) throw new Error("a confirmation was simulated without its initiation");
  const { instruction, now } = context;
  const reference = textAt(instruction.body, "order.reference") ?? referenceOf(initiated);
  const triggered = triggeredOutcomes(reference, now);
  const { browser, amount, currency } = initiated;
  const facts = { ...question.facts, reference, amount: instruction.amount ?? amount, currency };
  if (reference === undefined || triggered === undefined) {
    const decision = question.scenarios.decide(facts, question.matching);
    return { decision, browser: { ...browser, awaited: [] } };
  }
  const [first, ...rest] = triggered;
  const isNow = first !== undefined && first.at <= now;
  const outcome = plainOutcomeOf(isNow ? first.gatewayCode : "SUBMITTED");
  const decidedBy = { kind: "reference", reference: maskText(reference) } as const;
  return {
    decision: fixed({ ...question, facts }, { outcome, decidedBy }),
    browser: { ...browser, awaited: isNow ? rest : triggered },
  };
}

interface Fixed {
  readonly outcome: Outcome;
  readonly decidedBy: Decider;
}

/** Decided without a scenario, which may still delay, hold, break and shuffle the answer. */
function fixed({ scenarios, facts, matching }: Question, { outcome, decidedBy }: Fixed): Decision {
  const added = scenarios.addEffects(facts, matching);
  const shown = added.effects.chaos ? { ...outcome, chaos: true } : outcome;
  return { ...added, outcome: shown, decidedBy, ruleKey: undefined };
}

function referenceOf({ request }: BrowserTransaction): string | undefined {
  return textAt(request, "order.reference");
}
