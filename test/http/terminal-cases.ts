import { authorize, CARD, pay, verify, voidOf, withValue } from "../support/requests.ts";
import {
  CARD_PATH,
  CHIP_OF_CARD,
  CHIP_TAGS,
  chipOf,
  p2peOf,
  payWith,
  READ_CARD,
} from "../support/terminals.ts";
import type { RefusalCase } from "./refusal-cases.ts";

const { expiry } = CARD;
const CRYPTOGRAM = "AAABBJg0VhI0VniQEjRWAAAAAAA=";
const UNREADABLE_TRACK = "It does not contain a card number and expiry in ISO/IEC 7813 format";

const CHIPS: readonly RefusalCase[] = [
  {
    refuses: "a tag that is not permitted",
    rule: "chip-data-permitted",
    body: payWith({ emvRequest: chipOf({ ...CHIP_OF_CARD, "71": "00" }) }),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "holds tag 71, which is not permitted",
  },
  {
    refuses: "a tag that is not permitted within a template",
    rule: "chip-data-permitted",
    body: withValue(pay(), `${CARD_PATH}.emvRequest`, chipOf({ "77": chipOf({ "9F6B": "00" }) })),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "holds tag 9F6B, which is not permitted",
  },
  {
    refuses: "chip data that is no BER-TLV",
    rule: "chip-data-permitted",
    body: payWith({ emvRequest: "9F2608A1" }),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "Value 'xxx' is invalid. emvRequest is not BER-TLV: no data object can be read at byte 0",
  },
  {
    refuses: "chip data that is no hexadecimal text",
    rule: "chip-data-permitted",
    body: payWith({ emvRequest: "chip" }),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "emvRequest is not hexadecimal",
  },
  {
    refuses: "an expiry of the chip that is none",
    rule: "chip-data-permitted",
    body: payWith({ emvRequest: chipOf({ ...CHIP_OF_CARD, "5F24": "391331" }) }),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "holds a tag 5F24 that is no expiry",
  },
  {
    refuses: "chip data that says nothing of the card, when nothing else does",
    rule: "card-complete",
    body: payWith({ emvRequest: chipOf(CHIP_TAGS) }),
    field: `${CARD_PATH}.number`,
    type: "MISSING",
    says: `Missing parameter '${CARD_PATH}.number'`,
  },
  {
    refuses: "a tag that is not permitted in a void",
    rule: "chip-data-permitted",
    before: [authorize()],
    version: 44,
    body: payWith({ emvRequest: chipOf({ "91": "00" }) }, voidOf("1")),
    field: `${CARD_PATH}.emvRequest`,
    type: "INVALID",
    says: "holds tag 91, which is not permitted",
  },
];

const ENCRYPTED: readonly RefusalCase[] = [
  {
    refuses: "a cardBin that the decrypted number does not start with",
    rule: "card-bin-matches",
    body: payWith({ p2pe: { ...p2peOf(), cardBin: "512346" } }),
    field: `${CARD_PATH}.p2pe.cardBin`,
    type: "INVALID",
    says: "Value '512346' is invalid. The decrypted card number does not start with it",
  },
  {
    refuses: "a cardBin of another number in a verification",
    rule: "card-bin-matches",
    version: 36,
    body: payWith({ p2pe: { ...p2peOf(), cardBin: "4" } }, verify()),
    field: `${CARD_PATH}.p2pe.cardBin`,
    type: "INVALID",
    says: "The decrypted card number does not start with it",
  },
  {
    refuses: "a number beside the encrypted one of another card",
    rule: "encrypted-number-agrees",
    body: payWith({ number: "5111111111111118", expiry, p2pe: p2peOf() }),
    field: `${CARD_PATH}.number`,
    type: "INVALID",
    says: "It must be the number encrypted in p2pe.payload",
  },
  {
    refuses: "an encrypted number without an expiry",
    rule: "card-complete",
    body: payWith({ p2pe: p2peOf({ ...READ_CARD, expiry: undefined }) }),
    field: `${CARD_PATH}.expiry`,
    type: "MISSING",
    says: `Missing parameter '${CARD_PATH}.expiry'`,
  },
  {
    refuses: "a track of another card than the encrypted one",
    rule: "tracks-agree",
    body: payWith({ p2pe: p2peOf(), track2: "5111111111111118=3901201" }),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: "The track must match the card number and expiry of the request",
  },
];

const TRACKS: readonly RefusalCase[] = [
  {
    refuses: "a track 2 that is none",
    rule: "tracks-readable",
    body: withValue(pay(), `${CARD_PATH}.track2`, ";5123450000000008?"),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: UNREADABLE_TRACK,
  },
  {
    refuses: "a track 2 with a month that there is not",
    rule: "tracks-readable",
    body: withValue(pay(), `${CARD_PATH}.track2`, ";5123450000000008=39132010000?"),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: UNREADABLE_TRACK,
  },
  {
    refuses: "a track 2 that goes on behind its check character",
    rule: "tracks-readable",
    body: withValue(pay(), `${CARD_PATH}.track2`, ";5123450000000008=39012010000?42"),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: UNREADABLE_TRACK,
  },
  {
    refuses: "a track 1 that is none",
    rule: "tracks-readable",
    body: withValue(pay(), `${CARD_PATH}.track1`, "%B5123450000000008^DOE/JANE?"),
    field: `${CARD_PATH}.track1`,
    type: "INVALID",
    says: UNREADABLE_TRACK,
  },
  {
    refuses: "two tracks of two cards",
    rule: "tracks-agree",
    body: payWith({
      track1: "%B5111111111111118^DOE/JANE^39012010000000000000?",
      track2: ";5123450000000008=39012010000000000000?",
    }),
    field: `${CARD_PATH}.track1`,
    type: "INVALID",
    says: "The track must match the card number and expiry of the request",
  },
];

const mobileWallet = (wallet: Readonly<Record<string, string>>, cryptogram?: string): RefusalCase["body"] =>
  payWith({
    number: CARD.number,
    expiry,
    mobileWallet: { ...wallet, ...(cryptogram && { "3DSecure": { onlinePaymentCryptogram: cryptogram } }) },
  });
const devicePayment = (members: Readonly<Record<string, string>>): RefusalCase["body"] =>
  payWith({ number: CARD.number, expiry, devicePayment: members });

const WALLETS: readonly RefusalCase[] = [
  {
    refuses: "a wallet's payment of format 3DSECURE without its cryptogram",
    rule: "cryptogram-of-format",
    version: 60,
    body: mobileWallet({ cryptogramFormat: "3DSECURE" }),
    field: `${CARD_PATH}.mobileWallet.3DSecure.onlinePaymentCryptogram`,
    type: "MISSING",
    says: "A cryptogram of format 3DSECURE goes in this field",
  },
  {
    refuses: "a wallet's payment of format EMV with a cryptogram of the other format",
    rule: "cryptogram-of-format",
    version: 60,
    body: mobileWallet({ cryptogramFormat: "EMV" }, CRYPTOGRAM),
    field: `${CARD_PATH}.mobileWallet.3DSecure.onlinePaymentCryptogram`,
    type: "UNSUPPORTED",
    says: "A cryptogram of format EMV goes in emvRequest",
  },
  {
    refuses: "a device's payment of format 3DSECURE without its cryptogram",
    rule: "cryptogram-of-format",
    body: devicePayment({ cryptogramFormat: "3DSECURE", eciIndicator: "07" }),
    field: `${CARD_PATH}.devicePayment.onlinePaymentCryptogram`,
    type: "MISSING",
    says: "A cryptogram of format 3DSECURE goes in this field",
  },
  {
    refuses: "a device's payment of format EMV with a cryptogram of the other format",
    rule: "cryptogram-of-format",
    body: devicePayment({ cryptogramFormat: "EMV", onlinePaymentCryptogram: CRYPTOGRAM }),
    field: `${CARD_PATH}.devicePayment.onlinePaymentCryptogram`,
    type: "UNSUPPORTED",
    says: "Unexpected parameter",
  },
];

const AMEX = { number: "345678901234564", expiry };

const AUTHENTICATED: readonly RefusalCase[] = ["A", "Y"].map((paResStatus) => ({
  refuses: `a payment that the issuer authenticated with ${paResStatus}, without the xid that the scheme asks for`,
  rule: "xid-for-amex",
  version: 48,
  body: { ...payWith(AMEX, authorize()), "3DSecure": { paResStatus, veResEnrolled: "Y" } },
  field: "3DSecure.xid",
  type: "MISSING",
  says: "Missing parameter '3DSecure.xid'",
}));

const ADDRESSES: readonly RefusalCase[] = [
  {
    refuses: "an IPv6 address in a version that has room for IPv4",
    rule: "ip-address-form",
    version: 60,
    body: withValue(pay(), "device.ipAddress", "2001:db8::1"),
    field: "device.ipAddress",
    type: "INVALID",
    says: "Value '2001:db8::1' is invalid. It must be an IPv4 address in this version",
  },
  {
    refuses: "an IP address that is none",
    rule: "ip-address-form",
    body: withValue(pay(), "device.ipAddress", "192.0.2.256"),
    field: "device.ipAddress",
    type: "INVALID",
    says: "Value '192.0.2.256' is invalid. It must be an IPv4 or IPv6 address",
  },
  {
    refuses: "an IP address with a zone that only its own machine knows",
    rule: "ip-address-form",
    body: withValue(pay(), "device.ipAddress", "fe80::1%eth0"),
    field: "device.ipAddress",
    type: "INVALID",
    says: "Value 'fe80::1%eth0' is invalid. It must be an IPv4 or IPv6 address",
  },
];

export const TERMINAL_CASES: readonly RefusalCase[] = [
  ...CHIPS,
  ...ENCRYPTED,
  ...TRACKS,
  ...WALLETS,
  ...AUTHENTICATED,
  ...ADDRESSES,
];
