import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inMember } from "../condition-kinds/request-place.ts";
import { usedText } from "../condition-kinds/texts.ts";
import { PLAIN } from "../condition-kinds/words.ts";

export const session: ConditionKind<boolean | OneOrMore<string>> = {
  description:
    "true: the request uses a session. false: it does not. Or the id of the session: one or a list.",
  ...usedText((facts) => facts.sessionId, PLAIN, { noun: "session", placeIn: inMember("session.id") }),
  payment: { noun: "session", alsoIn: ["VOID", "INITIATE_BROWSER_PAYMENT"] },
};
