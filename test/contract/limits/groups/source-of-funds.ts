import { only, under, type Row } from "../limit.ts";
import { base64UpTo, digits, hex, oneOf, text, track } from "../text-limits.ts";
import { digitsRange, month, year } from "../value-limits.ts";

// Interface section 2.10.

const CARD = "sourceOfFunds.provided.card";

export const providerType: readonly Row[] = [
  ["sourceOfFunds.type", oneOf("PROVIDER_A", "PROVIDER_B", "PROVIDER_C"), "R"],
];
export const providerB: readonly Row[] = [
  ["sourceOfFunds.provided.providerB.bankIdentifier", digits(8, 8), "R"],
];

export const card: readonly Row[] = under(CARD, [
  ["accountType", oneOf("CHECKING", "SAVINGS")],
  ["emvRequest", text(1, 250)],
  ["expiry.month", month, "R"],
  ["expiry.year", year, "R"],
  ["nameOnCard", text(1, 256)],
  ["number", digits(9, 19)],
  ["securityCode", digits(3, 4)],
  ["sequenceNumber", digitsRange(0, 999)],
]);
export const tracks: readonly Row[] = under(CARD, [
  ["track1", track(2, 79)],
  ["track2", track(2, 40)],
]);
export const p2pe: readonly Row[] = under(`${CARD}.p2pe`, [
  ["cardBin", digits(1, 6)],
  ["encryptionState", text(5, 7)],
  ["initializationVector", hex(16, 16)],
  ["keySerialNumber", hex(20, 20), "R"],
  ["payload", hex(32, 1024), "R"],
]);
export const pin: readonly Row[] = under(`${CARD}.pin`, [
  ["encryptionState", oneOf("INVALID", "VALID")],
  ["keySerialNumber", hex(20, 24), "R"],
  ["payload", hex(16, 32), "R"],
]);
export const mobileWallet: readonly Row[] = under(`${CARD}.mobileWallet`, [
  ["cryptogramFormat", oneOf("3DSECURE", "EMV"), "R"],
  ["3DSecure.eciIndicator", digits(1, 2)],
  ["3DSecure.onlinePaymentCryptogram", base64UpTo(128), "R"],
]);

export const plainCard = only(card, `${CARD}.number`, `${CARD}.expiry`, `${CARD}.securityCode`);
export const emvRequest = only(card, `${CARD}.emvRequest`);
export const wholeCard: readonly Row[] = [...card, ...tracks, ...p2pe, ...pin, ...mobileWallet];
