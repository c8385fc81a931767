import type { Decision } from "../../domain/record/decision.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { refundTypeOf } from "../../domain/rules/order/follow-up.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import { withoutAcquirer } from "../column/undecided.ts";

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
