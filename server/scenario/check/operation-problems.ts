import { textsOf } from "../condition-kinds/condition.ts";
import type { PaymentFact } from "../condition-kinds/condition.ts";
import { CONDITION_KINDS, CONDITION_NAMES } from "../conditions.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { problemOf } from "../reading/remark.ts";
import type { CheckedProblem } from "../reading/remark.ts";
import { isFormOperation } from "../../domain/request/operation.ts";
import type { AskedOperation } from "../../domain/request/operation.ts";
import type { AnswerEntry, RuleEntry } from "../scenario-file.ts";

/** A follow-up of an order says nothing of what pays (interface section 2.10). */
interface FollowUp {
  readonly messageFor: (noun: PaymentFact["noun"]) => string;
  /** Whether there are requests of it without an order before. */
  readonly standsAlone: boolean;
}

const INSTEAD = 'select follow-ups by "amount", "order" or "earlier"';
const followUp = (operation: string, left: string): FollowUp["messageFor"] => {
  return (noun) =>
    `a ${operation} of an existing order has no ${noun}: this rule can match only ${left}; ${INSTEAD}`;
};

const FOLLOW_UPS: ReadonlyMap<string, FollowUp> = new Map(
  Object.entries<FollowUp>({
    CAPTURE: { messageFor: followUp("CAPTURE", "standalone captures"), standsAlone: true },
    REFUND: { messageFor: followUp("REFUND", "standalone refunds"), standsAlone: true },
    VOID: {
      messageFor: followUp("VOID", "voids with card data that a terminal reads again"),
      standsAlone: false,
    },
    INITIATE_BROWSER_PAYMENT: {
      messageFor: (noun) =>
        `an INITIATE_BROWSER_PAYMENT has no ${noun}: this rule can match only those with a token; ` +
        'select browser payments by "amount", "order" or "request"',
      standsAlone: false,
    },
  }),
);

/** Undefined: the rule does not look as if it were meant for requests that do not say what pays. */
export function followUpCardProblem({ when, source, pointer }: CheckedRule): CheckedProblem | undefined {
  const operation = textsOf(when.operation).find((name) => FOLLOW_UPS.has(name));
  const followUp = FOLLOW_UPS.get(operation ?? "");
  const asked = CONDITION_NAMES.flatMap((name) => {
    const { payment } = CONDITION_KINDS[name];
    return payment && when[name] !== undefined && when[name] !== false ? [{ name, ...payment }] : [];
  });
  if (followUp === undefined || asked[0] === undefined) return undefined;
  if (asked.some(({ alsoIn = [] }) => alsoIn.some((it) => it === operation))) return undefined;
  const isAlone = textsOf(when.orderStatus).some((status) => status === "NEW" || status === "FAILED");
  if (isAlone && followUp.standsAlone) return undefined;
  const at = { source, pointer: `${pointer}/when/${asked[0].name}` };
  return problemOf("follow-up-card", at, followUp.messageFor(asked[0].noun));
}

/** What only a balance inquiry comes to. */
const OF_BALANCES = ["BALANCE_AVAILABLE", "BALANCE_UNKNOWN", "NO_BALANCE"];

/** What can be approved in part. */
const IN_PART: readonly AskedOperation[] = ["AUTHORIZE", "PAY"];

/** Outcomes that the operations of the rule do not come to. */
export function idleOutcomeProblems(rule: CheckedRule): readonly CheckedProblem[] {
  const isInPart = rule.operations.some((operation) => IN_PART.includes(operation));
  const isOfForms = rule.operations.length > 0 && rule.operations.every(isFormOperation);
  return answersOf(rule.entry).flatMap(({ at, code, entry }) => {
    const where = { source: rule.source, pointer: `${rule.pointer}/${at}` };
    if (OF_BALANCES.includes(code))
      return [problemOf("idle-outcome", where, `no payment can have ${code}: ${BALANCE}`)];
    if (isOfForms && code !== "APPROVED") return [problemOf("idle-outcome", where, OF_FORMS)];
    const isPart = code === "PARTIALLY_APPROVED" || entry.approvedAmount !== undefined;
    if (!isPart || isInPart) return [];
    const message = `${rule.operations.join(", ")} is never partially approved: only AUTHORIZE and PAY can be`;
    return [problemOf("idle-outcome", where, message)];
  });
}

const OF_FORMS =
  "what card fields send has no outcome: write a fault or a delay, and APPROVED in a sequence where it goes through";

const BALANCE = 'use "balance" instead, and the rule applies to balance inquiries';

interface PlacedAnswer {
  /** JSON pointer under the rule, without its first slash. */
  readonly at: string;
  readonly code: string;
  readonly entry: AnswerEntry;
}

function answersOf(entry: RuleEntry): readonly PlacedAnswer[] {
  const { outcome, outcomes = [] } = entry;
  const own = outcome === undefined ? [] : [{ at: "outcome", code: outcome, entry }];
  const steps = outcomes.map((step, index) =>
    typeof step === "string"
      ? { at: `outcomes/${index}`, code: step, entry: {} }
      : { at: `outcomes/${index}/outcome`, code: step.outcome ?? "APPROVED", entry: step },
  );
  return [...own, ...steps];
}
