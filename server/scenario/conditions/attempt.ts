import { listOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { isRange, numberCondition } from "../condition-kinds/numbers.ts";
import type { NumbersWanted } from "../condition-kinds/numbers.ts";
import { isOnlyNew } from "./order.ts";

export interface TryConditions {
  readonly attempt?: NumbersWanted;
  readonly orderStatus?: OneOrMore<string>;
}

export const attempt: ConditionKind<NumbersWanted, TryConditions> = {
  description:
    "The number of this attempt of the operation on the order, counted from 1: one, a list, or a range { min, max } with both ends included.",
  section: "order-history",
  ...numberCondition({
    noun: "attempt",
    fact: (facts) => facts.attempt,
    every: { first: 1, last: Infinity },
  }),
  contradiction: ({ attempt: wanted, orderStatus }) =>
    wanted !== undefined &&
    isOnlyNew(orderStatus) &&
    firstOf(wanted) !== 1 &&
    "on a NEW order every attempt is the first",
  isOfOrder: true,
};

function firstOf(wanted: NumbersWanted): number {
  return isRange(wanted) ? (wanted.min ?? 1) : Math.min(...listOf(wanted));
}
