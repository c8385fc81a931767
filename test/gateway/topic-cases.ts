import type { Json } from "../../server/domain/json.ts";
import { TOPIC_MEMBERS } from "../../server/domain/request/topics.ts";
import { CARD_PATH as CARD, p2peOf } from "../support/terminals.ts";

const CARD_NUMBER = "5123450000000008";

/** Each rule of a topic refuses some request with one of these lines. */
export const TELLING: readonly Readonly<Record<string, Json | undefined>>[] = [
  { "agreement.type": "INSTALLMENT" },
  { "transaction.source": "MERCHANT" },
  { "agreement.id": "1", "agreement.type": "RECURRING" },
  { "agreement.id": "1", "agreement.minimumAmountPerPayment": "2", "agreement.maximumAmountPerPayment": "1" },
  { "agreement.id": "1", "agreement.startDate": "2001-01-01" },
  { "agreement.id": "1", "agreement.customData": CARD_NUMBER },
  { "transaction.acquirer.traceId": CARD_NUMBER },
  { "transaction.amount": "1.00", "transaction.currency": "USD" },
  { "transaction.currency": "EUR" },
  { "order.itemAmount": "1.00" },
  { "order.netAmount": "50.00", "order.merchantCharge.amount": "9.00" },
  { "order.netAmount": "50.00" },
  { "order.merchantCharge.amount": "999.00" },
  { "order.gratuityAmount": "999.00" },
  { "order.itemAmount": "93.00", "order.taxAmount": "7.00", "order.item": [{ unitTaxAmount: "9" }] },
  { "order.itemAmount": "93.00", "order.taxAmount": "7.00", "order.tax": [{ amount: "9" }] },
  { "order.taxAmount": "7.00", "order.tax": [{ amount: "9" }] },
  { "order.taxAmount": "7.00", "order.item": [{ unitTaxAmount: "9" }] },
  { "order.shippingAndHandlingAmount": "100.00", "order.shippingAndHandlingTaxAmount": 101 },
  { "order.merchantCategoryCode": "0000" },
  { accountFunding: {} },
  { "cruise.departureDate": "2031-01-01" },
  { "device.ipAddress": "10.0.0.300" },
  { "device.ipAddress": "fe80::1" },
  { "order.notificationUrl": "http://shop.example" },
  { "order.notificationUrl": "https://shop.example" },
  { [`${CARD}.emvRequest`]: "5F2A0209780" },
  { [`${CARD}.p2pe`]: { ...p2peOf(), cardBin: "411111" }, [`${CARD}.number`]: undefined },
  { [`${CARD}.p2pe`]: p2peOf(), [`${CARD}.number`]: "4000000000000002" },
  { [`${CARD}.track2`]: "no track" },
  { [`${CARD}.track2`]: "4508750015741019=39011200" },
  { [`${CARD}.number`]: "378282246310005", [`${CARD}.securityCode`]: "1000", "3DSecure.paResStatus": "Y" },
  { "3DSecureId": "unchecked" },
  { "authentication.transactionId": "auth-1" },
  { [`${CARD}.mobileWallet.cryptogramFormat`]: "3DSECURE" },
  { "order.custom": Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, ""])) },
  { "responseControls.sensitiveData": "UNMASK", "action.bypassMerchantRiskRules": "ALL" },
];

/** Members that raise topics, and those that their rules look at beside. */
export const PATHS = [...new Set([...Object.values(TOPIC_MEMBERS).flat(), ...TELLING.flatMap(Object.keys)])];

/** Values that members may have whose contract did not look, as in mode observe. */
export const VALUES: readonly Json[] = [
  ...["", "0", "-1", "1.50", "100.00", "1.2345", "99999999999999999999", "no number", "EUR", "USD", "1"],
  ...[CARD_NUMBER, "STORED", "Y", "EMV", "3DSECURE", "ACCOUNT_FUNDING", "INVALID", "2039-01-01"],
  ...[7, true, null, {}, [], [{ unitTaxAmount: "1", amount: "9" }], { a: 1 }],
];
