import { textsOf } from "../conditions.ts";
import type { ConditionName } from "../conditions.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";

/** Conditions on what pays, which follow-ups of an order do not say again (interface section 2.10). */
const OF_FUNDS: readonly ConditionName[] = [
  ...(["card", "cardPrefix", "cardRange", "scheme", "expiry", "securityCode"] as const),
  ...(["p2pe", "pin", "token", "session"] as const),
];

/** What pays, in a word, where the rule's operation does not carry it. */
type Noun = "card" | "session" | "token";

interface FollowUp {
  readonly told: (noun: Noun) => string;
  /** Conditions that it can fulfil all the same. */
  readonly carries: readonly ConditionName[];
}

const INSTEAD = 'choose follow-ups by "amount", "order" or "earlier"';
const ofOrder = (operation: string, left: string, carries: readonly ConditionName[]): FollowUp => ({
  told: (noun) =>
    `a ${operation} of an existing order carries no ${noun}: this rule is asked for ${left}; ${INSTEAD}`,
  carries,
});

const FOLLOW_UPS: Readonly<Record<string, FollowUp>> = {
  CAPTURE: ofOrder("CAPTURE", "standalone captures only", []),
  REFUND: ofOrder("REFUND", "standalone refunds only", []),
  // What a terminal reads again tells a number and an expiry as well.
  VOID: ofOrder("VOID", "voids only that bring what a terminal reads again", ["p2pe", "session"]),
  INITIATE_BROWSER_PAYMENT: {
    told: (noun) =>
      `an INITIATE_BROWSER_PAYMENT carries no ${noun}: this rule is asked for those only that bring a token; ` +
      'choose browser payments by "amount", "order" or "request"',
    carries: ["token", "session"],
  },
};

/** Undefined: the rule does not look as if it were meant for requests that do not say what pays. */
export function followUpCardProblem({ when, source, pointer }: CheckedRule): CheckedProblem | undefined {
  const followUp = textsOf(when.operation).flatMap((name) => FOLLOW_UPS[name] ?? [])[0];
  const asked = OF_FUNDS.filter((name) => when[name] !== undefined && when[name] !== false);
  const isAlone = textsOf(when.orderStatus).some((status) => status === "NEW" || status === "FAILED");
  if (followUp === undefined || asked[0] === undefined) return undefined;
  if (asked.some((name) => followUp.carries.includes(name))) return undefined;
  if (isAlone && followUp.carries.length === 0) return undefined;
  const at = { source, pointer: `${pointer}/when/${asked[0]}` };
  return problemOf("follow-up-card", at, followUp.told(nounOf(asked[0])));
}

function nounOf(name: ConditionName): Noun {
  return name === "session" || name === "token" ? name : "card";
}
