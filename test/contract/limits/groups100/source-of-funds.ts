import { only, under, type Row } from "../limit.ts";
import { alphanumeric, characters, digits, enumeration, hex, oneOf, text, track } from "../text-limits.ts";
import { digitsRange, email, month, year } from "../value-limits.ts";

// The source of funds of version 100.

const bankAccount = characters({ name: "Alphanumeric + ' ' '-' '/'", sample: "A1-2/ b", foreign: "_.é" });
const masked = characters({ name: "Masked digits", sample: "512345xxxxxx", foreign: "X*a" });

export const card100: readonly Row[] = under("sourceOfFunds.provided.card", [
  ["accountType", oneOf("CHECKING", "SAVINGS")],
  ["emvRequest", text(1, 250)],
  ["expiry.month", month, "R"],
  ["expiry.year", year, "R"],
  ["maskedFpan", masked(9, 19)],
  ["maskedFpanExpiry.month", month],
  ["maskedFpanExpiry.year", year],
  ["nameOnCard", text(1, 256)],
  ["number", digits(9, 19)],
  ["p2pe.cardBin", digits(1, 6)],
  ["p2pe.encryptionState", text(5, 7)],
  ["p2pe.initializationVector", hex(16, 64)],
  ["p2pe.keySerialNumber", hex(20, 24), "R"],
  ["p2pe.payload", hex(32, 1024), "R"],
  ["pin.encryptionState", oneOf("INVALID", "VALID")],
  ["pin.keySerialNumber", hex(20, 24)],
  ["pin.keySetId", hex(6, 8)],
  ["pin.payload", hex(16, 32), "R"],
  ["securityCode", digits(3, 4)],
  ["sequenceNumber", digitsRange(0, 999)],
  ["storedOnFile", oneOf("NOT_STORED", "STORED", "TO_BE_STORED")],
  ["track1", track(2, 79)],
  ["track2", track(2, 40)],
]);
export const plainCard100 = only(
  card100,
  ...["number", "expiry", "securityCode"].map((member) => `sourceOfFunds.provided.card.${member}`),
);

/** The browser payment types of version 100 under neutral names are open. */
export const sourceType100: readonly Row[] = [
  [
    "sourceOfFunds.type",
    enumeration(
      ["CARD", "ACH", "DIRECT_DEBIT_CANADA", "EBT_CARD", "GIFT_CARD", "SCHEME_TOKEN", "SEPA"],
      "any",
    ),
  ],
];
export const token100: readonly Row[] = under("sourceOfFunds", [
  ["token", alphanumeric(1, 40)],
  ["tokenRequestorID", alphanumeric(11, 11)],
]);

export const accounts100: readonly Row[] = under("sourceOfFunds.provided", [
  ["ach.accountType", oneOf("CONSUMER_CHECKING", "CONSUMER_SAVINGS", "CORPORATE_CHECKING")],
  ["ach.bankAccountHolder", text(1, 28)],
  ["ach.bankAccountNumber", bankAccount(1, 17)],
  ["ach.routingNumber", digits(9, 9)],
  ["ach.secCode", oneOf("PPD", "TEL", "WEB")],
  ["directDebitCanada.accountType", oneOf("CONSUMER_CHECKING", "CONSUMER_SAVINGS")],
  ["directDebitCanada.bankAccountHolder", text(1, 28), "R"],
  ["directDebitCanada.bankAccountNumber", bankAccount(7, 12), "R"],
  ["directDebitCanada.financialInstitutionNumber", digits(3, 3), "R"],
  ["directDebitCanada.transitNumber", digits(5, 5), "R"],
  ["ebt.accountType", oneOf("CASH_BENEFITS", "EWIC_BENEFITS", "SNAP_BENEFITS")],
  ["ebt.manualAuthorizationCode", digits(1, 6)],
  ["ebt.merchantFns", digits(1, 7)],
  ["ebt.voucherNumber", digits(1, 15)],
  ["giftCard.expectedLocalBrand", text(4, 50)],
  ["giftCard.number", digits(9, 19)],
  ["giftCard.pin", digits(4, 8)],
  ["sepa.bankAccountHolder", text(3, 100), "R"],
  ["sepa.bic", alphanumeric(8, 11), "R"],
  ["sepa.iban", text(1, 50), "R"],
]);
/** A payment provider by its public name; whether the contract names it neutrally is open. */
export const namedProvider100: readonly Row[] = [
  ["sourceOfFunds.provided.paysafecard.accountEmail", email, "R"],
];
