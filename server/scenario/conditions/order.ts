import { textsOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inOrder, inPath } from "../condition-kinds/request-place.ts";
import { exactText, textConditions } from "../condition-kinds/texts.ts";

const id = textConditions({
  name: "order",
  fact: (facts) => facts.orderId,
  noun: "order",
  placeIn: inPath,
  descriptions: {
    exact: "The order id in the path: one or a list.",
    prefix: "The beginning of the order id in the path: one or a list.",
    glob: "A pattern for the order id in the path, with * for any number of characters and ? for one: one or a list.",
  },
});

export const order = { ...id.exact, isOfOrder: true } as const;
export const orderPrefix = { ...id.prefix, isOfOrder: true } as const;
export const orderGlob = { ...id.glob, isOfOrder: true } as const;

export const orderStatus: ConditionKind<OneOrMore<string>> = {
  description: "order.status before this request, or NEW if the order does not exist yet: one or a list.",
  // What is about no order has no status either.
  ...exactText((facts) => (facts.orderId === undefined ? undefined : (facts.orderStatus ?? "NEW"))),
  need: () => ({ noun: "order", placeIn: inOrder }),
  isOfOrder: true,
};

/** Whether a condition on the status asks for orders that are not there yet, and for no others. */
export function isOnlyNew(wanted: OneOrMore<string> | undefined): boolean {
  return wanted !== undefined && textsOf(wanted).every((status) => status === "NEW");
}
