import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { exactText } from "../condition-kinds/texts.ts";

export const operation: ConditionKind<OneOrMore<string>> = {
  description:
    "apiOperation of the request, or BALANCE_INQUIRY, which has none: one or a list. PAYMENT_OPTIONS_INQUIRY has no outcome; only rules that add are asked for it.",
  ...exactText((facts) => facts.operation),
  // Which operations both rules are asked for is compared beforehand (check/shadowing.ts).
  isImplied: () => true,
};
