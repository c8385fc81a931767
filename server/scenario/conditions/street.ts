import { textsOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inMember } from "../condition-kinds/request-place.ts";
import { exactText } from "../condition-kinds/texts.ts";

const STREET = "billing.address.street";
const placeIn = inMember(STREET);

export const street: ConditionKind<OneOrMore<string>, { readonly street?: OneOrMore<string> }> = {
  description: "billing.address.street, exactly: one or a list.",
  ...exactText((facts) => facts.street),
  need: (wanted) => ({ noun: STREET, placeIn, values: textsOf(wanted) }),
  index: { keys: textsOf, lookups: (given) => textsOf(given.street).slice(0, 1) },
};
