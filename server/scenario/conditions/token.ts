import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inMember, TOKEN } from "../condition-kinds/request-place.ts";
import { usedText } from "../condition-kinds/texts.ts";
import { CARD_NUMBER } from "../condition-kinds/words.ts";

export const token: ConditionKind<boolean | OneOrMore<string>> = {
  description: "true: the request pays with a token. false: it does not. Or the token: one or a list.",
  ...usedText((facts) => facts.token, CARD_NUMBER, { noun: "token", placeIn: inMember(TOKEN) }),
  payment: { noun: "token", alsoIn: ["INITIATE_BROWSER_PAYMENT"] },
};
