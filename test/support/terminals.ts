import { encryptCard, encryptPin } from "../../server/cli/encrypt-card/encrypt.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { PinBlock } from "../../server/terminal/pin.ts";
import type { TerminalCard } from "../../server/terminal/p2pe.ts";
import { formatTlv } from "../../server/terminal/emv.ts";
import { keysOf, KSN } from "../terminal/terminal.ts";
import { CARD, pay, withValue } from "./requests.ts";

export const CARD_PATH = "sourceOfFunds.provided.card";

/** The usual test card as a terminal reads it. */
export const READ_CARD: TerminalCard = { number: CARD.number, expiry: CARD.expiry };

/** `p2pe` of a card, under the key of one transaction. */
export const p2peOf = (card: TerminalCard = READ_CARD, ksn = KSN): JsonObject => ({
  payload: encryptCard(card, keysOf(ksn)),
  keySerialNumber: ksn,
});

/** `pin` of a card, under another key of the same terminal's. */
export const pinOf = (
  pin: string,
  number: string = CARD.number,
  format: PinBlock["format"] = 0,
): JsonObject => ({
  payload: encryptPin({ format, pin }, number, keysOf(KSN)),
  keySerialNumber: KSN,
});

/** `emvRequest` of these tags. */
export const chipOf = (tags: Readonly<Record<string, string>>): string =>
  formatTlv(Object.entries(tags).map(([tag, value]) => ({ tag, value })));

/** Tags of one transaction that say nothing of the card. */
export const CHIP_TAGS = { "95": "0000008000", "9A": "300115", "9C": "00", "9F26": "A1B2C3D4E5F60718" };

/** The tags with everything that a chip says of its card. */
export const CHIP_OF_CARD = {
  "57": `${CARD.number}D39012015432112F`,
  "5A": CARD.number,
  "5F20": Buffer.from("DOE/JANE").toString("hex").toUpperCase(),
  "5F24": "390131",
  "5F34": "01",
  ...CHIP_TAGS,
};

/** A payment whose card has these members and no others. */
export const payWith = (card: Json, body: JsonObject = pay()): JsonObject => withValue(body, CARD_PATH, card);
