import { INVALID_STATE } from "../../domain/card/terminal-data.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore } from "../condition-kinds/condition.ts";
import { inCard, inCardMember } from "../condition-kinds/request-place.ts";
import type { PlaceIn } from "../condition-kinds/request-place.ts";
import { exactText } from "../condition-kinds/texts.ts";

const inP2pe = inCardMember("p2pe", false);
const inPin = inCardMember("pin", false);

export const p2pe: ConditionKind<OneOrMore<string>> = {
  description:
    "The state of an encrypted card: VALID if it could be decrypted, INVALID if it could not, or if encryptionState or the encryption table says so. One or a list; never matches an unencrypted card.",
  section: "lost-encryption",
  ...exactText((facts) => facts.card?.p2peState),
  need: (wanted) => ({ noun: "encrypted card", placeIn: placeOf(wanted, inP2pe) }),
  // What a terminal reads again for a VOID tells a number and an expiry as well.
  payment: { noun: "card", alsoIn: ["VOID"] },
};

export const pin: ConditionKind<OneOrMore<string>> = {
  description:
    "The state of a PIN: VALID if it could be decrypted, whether right or wrong, INVALID if it could not, or if encryptionState or the encryption table says so. One or a list; never matches without a PIN.",
  section: "lost-encryption",
  ...exactText((facts) => facts.card?.pinState),
  need: (wanted) => ({ noun: "PIN", placeIn: placeOf(wanted, inPin) }),
  payment: { noun: "card" },
};

/** A card alone makes a state INVALID, when the table encryption names it. */
function placeOf(wanted: OneOrMore<string>, inMember: PlaceIn): PlaceIn {
  return textsOf(wanted).includes(INVALID_STATE) ? inCard : inMember;
}
