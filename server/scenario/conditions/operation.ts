import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { exactText } from "../condition-kinds/texts.ts";

export const operation: ConditionKind<OneOrMore<string>> = {
  description:
    "apiOperation of the request, or BALANCE_INQUIRY, which has none: one or a list. PAYMENT_OPTIONS_INQUIRY has no outcome; only rules without an outcome apply to it. CONFIGURE_FORM and UPDATE_SESSION_FROM_FORM are what the card fields of a hosted session send; only rules that name them are asked.",
  ...exactText((facts) => facts.operation),
  // Which operations both rules are asked for is compared beforehand (check/shadowing.ts).
  isImplied: () => true,
};
