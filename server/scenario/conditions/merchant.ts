import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { exactText } from "../condition-kinds/texts.ts";

export const merchant: ConditionKind<OneOrMore<string>> = {
  description: "The merchant id in the path: one or a list.",
  ...exactText((facts) => facts.merchantId),
};
