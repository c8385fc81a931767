import { all, group } from "../members/shape.ts";

const EXPIRY = group({ month: "month", year: "text" });

/** Of what a terminal encrypted: whether it is lost (assumption A256). */
const ENCRYPTED = group({ encryptionState: "text" });

/** Of a wallet's payment: how it was authenticated, never its cryptogram. */
const DEVICE_PAYMENT = group(all("text", "cryptogramFormat eciIndicator"));
const MOBILE_WALLET = group({ "3DSecure": group({ eciIndicator: "text" }), cryptogramFormat: "text" });

const CARD = group({
  ...all("own", "brand fundingMethod issuer scheme"),
  // Of the chip's data only what may come back is stored.
  ...all("text", "accountType emvRequest nameOnCard sequenceNumber storedOnFile"),
  ...all("masked", "maskedFpan number"),
  devicePayment: DEVICE_PAYMENT,
  expiry: EXPIRY,
  maskedFpanExpiry: EXPIRY,
  mobileWallet: MOBILE_WALLET,
  p2pe: ENCRYPTED,
  pin: ENCRYPTED,
});

const PROVIDED = group({
  ach: group({
    ...all("text", "accountType bankAccountHolder routingNumber secCode"),
    bankAccountNumber: "masked",
  }),
  card: CARD,
  directDebitCanada: group({
    ...all("text", "accountType bankAccountHolder financialInstitutionNumber transitNumber"),
    bankAccountNumber: "masked",
  }),
  ebt: group(all("text", "accountType manualAuthorizationCode merchantFns voucherNumber")),
  giftCard: group({ expectedLocalBrand: "text", number: "masked" }),
  paysafecard: group({ accountEmail: "text" }),
  providerB: group({ bankIdentifier: "text" }),
  sepa: group({ ...all("text", "bankAccountHolder bic"), iban: "masked" }),
});

/** Interface section 2.10, without everything that an answer must not carry: codes, tracks, ciphertext. */
export const SOURCE_OF_FUNDS = group({ provided: PROVIDED, ...all("text", "token tokenRequestorID type") });
