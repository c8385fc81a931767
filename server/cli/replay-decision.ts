import type { Exchange } from "../domain/exchange.ts";
import { formatAmount } from "../domain/money.ts";
import { GATEWAY_CODES } from "../domain/outcome.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { ArmedRuleWish } from "../embedding/control-answers.ts";
import type { Bundle } from "../verdict/bundle.ts";
import { hiddenIn } from "../verdict/hidden-members.ts";

/**
 * The recorded decision as a rule, for when the scenarios decide otherwise because of something that is not kept.
 * Undefined: nothing was stored, or the decision depends on nothing that is missing.
 */
export function recordedRule(bundle: Bundle): ArmedRuleWish | undefined {
  if (whyRecorded(bundle) === undefined) return undefined;
  const { exchange, order } = bundle;
  const entry = exchange.committed ? order.after?.at(-1) : undefined;
  return entry === undefined ? brokenOff(exchange) : ruleOf(entry.outcome);
}

/** The fault in whose place nothing was stored. Faults after the commit change nothing of what is compared. */
function brokenOff({ fault, answer }: Exchange): ArmedRuleWish | undefined {
  if (fault?.at !== "before-commit") return undefined;
  const { at, kind } = fault;
  const own = { status: { status: answer.status }, stall: { for: "1ms" } };
  return {
    id: AS_RECORDED,
    fault: { at, kind, ...(kind === "status" || kind === "stall" ? own[kind] : {}) },
  };
}

/** What the decision hangs on that a bundle does not hold; undefined: nothing. */
export function whyRecorded({ exchange, replay }: Bundle): string | undefined {
  const { request, scenario } = exchange;
  if (scenario?.decidedBy.kind === "rule" && scenario.decidedBy.scenario === ARMED)
    return "a rule decided that had been armed";
  if (scenario?.addedBy.some((rule) => rule.scenario === ARMED) === true)
    return "a rule took part that had been armed";
  if (scenario?.step !== undefined) return "a sequence decided, and its place is not kept";
  if (scenario?.decidedBy.kind === "payer") return "the payer decided";
  if (hiddenIn(request.body).length > 0) return "stand-ins were sent for what is masked";
  const { doubts } = replay;
  return doubts.length > 0 ? doubts.join(" ") : undefined;
}

/** What armed rules are said to be of. */
const ARMED = "#armed";

const AS_RECORDED = "as-recorded";

function ruleOf(outcome: Outcome): ArmedRuleWish {
  const { gatewayCode, acquirerCode, acquirerMessage, securityCode, address, risk, approvedAmount } = outcome;
  const usual = GATEWAY_CODES[gatewayCode];
  return {
    id: AS_RECORDED,
    outcome: gatewayCode,
    ...(acquirerCode === undefined || acquirerCode === usual.acquirerCode ? {} : { acquirerCode }),
    ...(acquirerMessage === undefined || acquirerMessage === usual.acquirerMessage
      ? {}
      : { acquirerMessage }),
    ...(securityCode === undefined ? {} : { securityCodeResult: securityCode }),
    ...(address === undefined ? {} : { addressResult: address }),
    ...(risk === undefined ? {} : { risk }),
    ...(approvedAmount === undefined ? {} : { approvedAmount: formatAmount(approvedAmount) }),
    ...(outcome.extra === undefined ? {} : { response: outcome.extra }),
    ...(outcome.chaos === true ? { extra: "chaos" as const } : {}),
  };
}
