import { posTerminal } from "../groups/pos-terminal.ts";
import { under, type Row } from "../limit.ts";
import { asciiText, oneOf, text } from "../text-limits.ts";
import { integer } from "../value-limits.ts";

// The terminal of version 100.

export const posTerminal100: readonly Row[] = [
  ...posTerminal,
  ...under("posTerminal", [
    [
      "cardPresenceCapability",
      oneOf("CARD_NOT_PRESENT", "CARD_PRESENT", "CARD_PRESENT_AND_CARD_NOT_PRESENT"),
    ],
    [
      "cardholderActivated",
      oneOf(
        "AUTOMATED_DISPENSING_MACHINE_WITH_PIN",
        "ELECTRONIC_COMMERCE",
        "IN_FLIGHT_COMMERCE",
        "LIMITED_AMOUNT_TERMINAL",
        "MPOS_ACCEPTANCE_DEVICE",
        "NOT_CARDHOLDER_ACTIVATED",
        "SELF_SERVICE_TERMINAL",
        "TRANSPONDER_TRANSACTION",
      ),
    ],
    [
      "inputCapability",
      oneOf(
        "BARCODE",
        "CHIP",
        "CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE",
        "CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE_AND_RFID",
        "CHIP_AND_MAGNETIC_STRIPE",
        "CONTACTLESS_CHIP",
        "CONTACTLESS_MAGNETIC_STRIPE",
        "CONTACTLESS_OR_MAGNETIC_STRIPE",
        "KEY_ENTRY",
        "KEY_ENTRY_AND_MAGNETIC_STRIPE",
        "MAGNETIC_STRIPE",
        "UNKNOWN",
        "VOICE_AUDIO_RESPONSE",
      ),
    ],
    ["lane", text(1, 8)],
    [
      "location",
      oneOf(
        "MERCHANT_TERMINAL_OFF_PREMISES",
        "MERCHANT_TERMINAL_ON_PREMISES",
        "NO_TERMINAL_VOICE_OR_AUDIO_RESPONSE",
        "PAYER_TERMINAL_OFF_PREMISES",
        "PAYER_TERMINAL_ON_PREMISES",
      ),
    ],
    ["mobile.cardInputDevice", oneOf("BUILT_IN", "INTEGRATED_DONGLE", "SEPARATE_DONGLE")],
    [
      "panEntryMode",
      oneOf(
        "BARCODE_READER",
        "CHIP",
        "CHIP_FALLBACK",
        "CONTACTLESS",
        "ECOMMERCE",
        "KEYED",
        "MOBILE_COMMERCE",
        "OPTICAL_CHARACTER_READER",
        "RFID_CHIP",
        "RFID_STRIPE",
        "SWIPE",
        "SWIPE_WITH_SIGNATURE",
        "UNKNOWN",
        "VOICE_AUTHORIZATION",
        "VOICE_RESPONSE",
      ),
    ],
    [
      "pinEntryCapability",
      oneOf(
        "OFFLINE_PIN_ONLY",
        "PIN_NOT_SUPPORTED",
        "PIN_PAD_INOPERATIVE",
        "PIN_SUPPORTED",
        "SOFTWARE_ONLINE_PIN_ONLY",
        "UNKNOWN",
      ),
    ],
    ["pinLengthCapability", integer(4, 12)],
    ["serialNumber", asciiText(1, 16)],
    ["store.id", text(1, 255)],
    ["store.name", text(1, 255)],
  ]),
];
