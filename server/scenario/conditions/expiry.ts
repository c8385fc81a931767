import { textsOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inCard } from "../condition-kinds/request-place.ts";
import { exactText } from "../condition-kinds/texts.ts";

export const expiry: ConditionKind<OneOrMore<string>, { readonly expiry?: OneOrMore<string> }> = {
  description: "The card's expiry as MM/YY: one or a list.",
  ...exactText(({ card }) => card?.expiry && `${card.expiry.month}/${card.expiry.year}`),
  need: () => ({ noun: "card", placeIn: inCard }),
  index: { keys: textsOf, lookups: (given) => textsOf(given.expiry).slice(0, 1) },
  payment: { noun: "card" },
};
