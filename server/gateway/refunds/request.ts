import type { Decision } from "../../domain/decision.ts";
import { plainOutcomeOf } from "../../domain/outcome.ts";
import type { GatewayCode } from "../../domain/outcome.ts";
import type { RuleContext } from "../../domain/rule.ts";
import { refundTypeOf } from "../../domain/rules/follow-up.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";

/**
 * A refund that needs an approval is kept and goes to nobody yet. Undefined: the operation is none such
 * (assumption A120).
 */
export function refundRequestOf(
  scenarios: Scenarios,
  { instruction, merchant }: RuleContext,
): Decision | undefined {
  const isRequest = instruction.operation === "REFUND" && refundTypeOf(merchant) === "REFUND_REQUEST";
  return isRequest ? withoutAcquirer(scenarios, "SUBMITTED", "refundApproval") : undefined;
}

/** A decision of the gateway itself: the acquirer is not asked, so no scenario has a part in it. */
export function withoutAcquirer({ revision }: Scenarios, gatewayCode: GatewayCode, rule: string): Decision {
  return {
    outcome: plainOutcomeOf(gatewayCode),
    decidedBy: { kind: "interface", rule },
    ruleKey: undefined,
    tried: [],
    revision,
  };
}
