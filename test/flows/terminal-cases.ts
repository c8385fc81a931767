import { encryptCard, encryptText } from "../../server/cli/encrypt-card/encrypt.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { CARD } from "../support/requests.ts";
import { CHIP_OF_CARD, CHIP_TAGS, chipOf, p2peOf, payWith, pinOf, READ_CARD } from "../support/terminals.ts";
import { keysOf, KSN } from "../terminal/terminal.ts";

/** A base derivation key that the sandbox does not have unless it is told. */
export const OTHER_KEY = "FEDCBA98765432100123456789ABCDEF";

/** The card to which the scenario gives a PIN of its own. */
export const OWN_PIN = { number: "4508750015741019", pin: "987654" };

const { number, expiry } = CARD;
const own = OWN_PIN.number;

/** What a card can be read from, and the version if it is not the highest. */
export const READABLE: readonly (readonly [string, JsonObject, version?: number])[] = [
  ["an encrypted number and expiry", { p2pe: p2peOf() }],
  ["an encrypted number and expiry", { p2pe: p2peOf() }, 13],
  ["an encrypted number and expiry", { p2pe: p2peOf() }, 60],
  [
    "an encrypted number beside an explicit expiry",
    { p2pe: p2peOf({ ...READ_CARD, expiry: undefined }), expiry },
  ],
  [
    "an encrypted number and the same in the clear",
    { p2pe: { ...p2peOf(), encryptionState: "VALID" }, number },
  ],
  ["an encrypted number and its start", { p2pe: { ...p2peOf(), cardBin: "512345" } }],
  ["what another transaction of the terminal encrypted", { p2pe: p2peOf(READ_CARD, "FFFF9876543210E00007") }],
  ["a serial number with a filler", { p2pe: { ...p2peOf(), keySerialNumber: `FFFF${KSN}` } }],
  [
    "an encrypted track",
    { p2pe: { ...p2peOf(), payload: encryptText(`;${number}=39011015432?`, keysOf(KSN)) } },
  ],
  ["a chip's data alone", { emvRequest: chipOf(CHIP_OF_CARD) }],
  ["a chip's track alone", { emvRequest: chipOf({ "57": CHIP_OF_CARD["57"], ...CHIP_TAGS }) }],
  ["a chip's data beside a number", { number, expiry, emvRequest: chipOf(CHIP_TAGS) }],
  ["track 2", { track2: `;${number}=39012010000000000000?` }],
  ["track 2 with its check character", { track2: `;${number}=39012010000000000000?<` }],
  ["track 2 without sentinels", { track2: `${number}=39012010000000000000` }],
  ["a track 2 without an expiry, beside an explicit one", { track2: `;${number}==2010000?`, expiry }],
  ["track 1", { track1: `%B${number}^DOE/JANE^39012010000000000000?` }],
  ["track 1 with its check character", { track1: `%B${number}^DOE/JANE^39012010000000000000?Q` }],
  ["both tracks", { track1: `B${number}^DOE/JANE^3901201`, track2: `${number}=3901201` }],
];

/** What is declined, which group is lost, and whether it is for what could not be read. */
export const LOST: readonly (readonly [string, JsonObject, group: "p2pe" | "pin", isUnread: boolean])[] = [
  [
    "encrypted under another key",
    { p2pe: { ...p2peOf(), payload: encryptCard(READ_CARD, keysOf(KSN, OTHER_KEY)) } },
    "p2pe",
    true,
  ],
  [
    "with another serial number",
    { p2pe: { ...p2peOf(), keySerialNumber: "FFFF9876543210E00009" } },
    "p2pe",
    true,
  ],
  [
    "that holds no card",
    { p2pe: { ...p2peOf(), payload: encryptText("no card at all", keysOf(KSN)) } },
    "p2pe",
    true,
  ],
  [
    "of another key, beside a number in the clear",
    { number, expiry, p2pe: { ...p2peOf(), payload: "00".repeat(16) } },
    "p2pe",
    true,
  ],
  ["that the terminal calls INVALID", { p2pe: { ...p2peOf(), encryptionState: "INVALID" } }, "p2pe", false],
  [
    "and a PIN that the terminal calls INVALID",
    { number, expiry, pin: { ...pinOf("1234"), encryptionState: "INVALID" } },
    "pin",
    false,
  ],
  [
    "and a PIN of another key",
    { number, expiry, pin: { ...pinOf("1234"), keySerialNumber: "FFFF9876543210E00009" } },
    "pin",
    true,
  ],
  [
    "and a PIN in a block of AES",
    { number, expiry, pin: { payload: "00".repeat(16), keySetId: "ABCDEF" } },
    "pin",
    true,
  ],
];

/** A PIN that was entered, and what comes of it. */
export const PINS: readonly (readonly [string, JsonObject, code: string])[] = [
  ["the usual PIN", { number, expiry, pin: pinOf("1234") }, "APPROVED"],
  ["the usual PIN in format 1", { number, expiry, pin: pinOf("1234", number, 1) }, "APPROVED"],
  ["the usual PIN in format 3", { number, expiry, pin: pinOf("1234", number, 3) }, "APPROVED"],
  ["the usual PIN of an encrypted card", { p2pe: p2peOf(), pin: pinOf("1234") }, "APPROVED"],
  ["the usual PIN of a chip card", { emvRequest: chipOf(CHIP_OF_CARD), pin: pinOf("1234") }, "APPROVED"],
  ["the usual PIN of a track", { track2: `${number}=3901201`, pin: pinOf("1234") }, "APPROVED"],
  ["another PIN", { number, expiry, pin: pinOf("4321") }, "DECLINED_INVALID_PIN"],
  ["a longer PIN", { number, expiry, pin: pinOf("12345") }, "DECLINED_INVALID_PIN"],
  ["another PIN of an encrypted card", { p2pe: p2peOf(), pin: pinOf("4321") }, "DECLINED_INVALID_PIN"],
  ["the PIN of a card of the table", { number: own, expiry, pin: pinOf("987654", own) }, "APPROVED"],
  [
    "the usual PIN of a card of the table",
    { number: own, expiry, pin: pinOf("1234", own) },
    "DECLINED_INVALID_PIN",
  ],
];

/** What is taken, and the remark on it. */
export const NOTED: readonly (readonly [string, JsonObject, says: string])[] = [
  [
    "chip data without what acquirers ask for",
    payWith({ emvRequest: chipOf(CHIP_OF_CARD) }),
    "Chip data was sent without posTerminal.attended and posTerminal.onlineReasonCode",
  ],
  [
    "chip data of an attended terminal",
    { ...payWith({ emvRequest: chipOf(CHIP_OF_CARD) }), posTerminal: { attended: "ATTENDED" } },
    "Chip data was sent without posTerminal.onlineReasonCode,",
  ],
  [
    "a card that was present without the source saying so",
    payWith({ track2: `${number}=3901201` }),
    "track2 says that the card was present, but transaction.source is not set.",
  ],
  [
    "a card that was present, and another source",
    { ...payWith({ p2pe: p2peOf() }), transaction: { source: "INTERNET" } },
    "p2pe says that the card was present, but transaction.source is INTERNET.",
  ],
];
