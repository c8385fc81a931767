import { textsOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inCardMember } from "../condition-kinds/request-place.ts";
import { exactText } from "../condition-kinds/texts.ts";
import { HIDDEN } from "../condition-kinds/words.ts";

const placeIn = inCardMember("securityCode", true);

export const securityCode: ConditionKind<OneOrMore<string>, { readonly securityCode?: OneOrMore<string> }> = {
  description: "The security code that was sent: one or a list.",
  ...exactText((facts) => facts.card?.securityCode, HIDDEN),
  need: (wanted) => ({ noun: "security code", placeIn, values: textsOf(wanted) }),
  index: { keys: textsOf, lookups: (given) => textsOf(given.securityCode).slice(0, 1) },
  payment: { noun: "card" },
};
