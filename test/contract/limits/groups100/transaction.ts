import { under, type Limit, type Row } from "../limit.ts";
import { enumeration, oneOf, postcode, text, threeLetters } from "../text-limits.ts";
import {
  amountNumber,
  boolean,
  decimal,
  digitsRange,
  positiveDecimal,
  signedDecimal,
  taxRateNumber,
} from "../value-limits.ts";

// The transaction of version 100: its breakdown of amounts and its line items.

/** JSON of 1-4000 characters; whether it is well-formed is no rule of shape, so only its length is asked. */
const jsonText: Limit = { ...text(1, 4000), taken: ['{"a":1}', "[]"] };
/** The specification's neighbours print 1..9999999999999999, one more than a double holds exactly. */
const itemCode = {
  ...digitsRange(1, 999),
  taken: ["9999999999999999", "1"] as [string, ...string[]],
  refused: digitsRange(1, 999).refused.map((one) =>
    one.value === "1000" ? { ...one, value: "10000000000000000" } : one,
  ),
};

const itemDetail: readonly Row[] = under("detail", [
  ["acquirerCustom", jsonText],
  ["commodityCode", itemCode],
  ["unspsc", itemCode],
  ["upc", itemCode],
  ["tax[0].amount", signedDecimal()],
  ["tax[0].rate", decimal(6)],
  ["tax[0].type", text(1, 127)],
  ["unitDiscountRate", decimal(6)],
  ["unitTaxRate", decimal(6)],
  ["unitTaxType", text(1, 10)],
]);
export const item: readonly Row[] = [
  ["name", text(1, 127), "R"],
  ["quantity", positiveDecimal, "R"],
  ["unitPrice", signedDecimal(), "R"],
  ["brand", text(1, 127)],
  ["category", text(1, 127)],
  ["description", text(1, 127)],
  ["sku", text(1, 127)],
  ["unitDiscountAmount", signedDecimal()],
  ["unitTaxAmount", signedDecimal()],
  ["unitOfMeasure", text(1, 10)],
  [
    "industryCategory",
    oneOf("HEALTHCARE_DENTAL", "HEALTHCARE_OTHER", "HEALTHCARE_PRESCRIPTION", "HEALTHCARE_VISION"),
  ],
  ...itemDetail,
];

export const transactionMoney100: readonly Row[] = under("transaction", [
  ["amount", decimal()],
  ["currency", threeLetters],
]);
export const transactionTexts100: readonly Row[] = under("transaction", [
  ["merchantNote", text(1, 250)],
  ["reference", text(1, 40)],
]);
const sources = [
  "CALL_CENTRE",
  "CARD_PRESENT",
  "INTERNET",
  "MAIL_ORDER",
  "MERCHANT",
  "TELEPHONE_ORDER",
  "VOICE_RESPONSE",
] as const;

export const transaction100: readonly Row[] = under("transaction", [
  ["targetTransactionId", text(1, 40)],
  ["source", enumeration(sources, ["MOTO", "PAYER_PRESENT"])],
  ["resubmission", boolean],
  ["priorApproval", oneOf("REQUESTED")],
  ["acquirer.customData", text(1, 2048)],
  ["acquirer.traceId", text(1, 15)],
  ["acquirer.transactionId", text(1, 100)],
  ["discountAmount", decimal()],
  ["itemAmount", decimal()],
  ["shippingAndHandlingAmount", decimal()],
  ["taxAmount", decimal()],
  ["dutyAmount", amountNumber],
  ["shippingAndHandlingTaxAmount", amountNumber],
  ["shippingAndHandlingTaxRate", taxRateNumber],
  ["tax[0].amount", decimal()],
  ["tax[0].rate", decimal(6)],
  ["tax[0].type", text(1, 50)],
  ["taxStatus", oneOf("EXEMPT", "NOT_EXEMPT", "NOT_PROVIDED")],
  ["serviceLocation.city", text(1, 100)],
  ["serviceLocation.country", threeLetters],
  ["serviceLocation.postCodeZip", postcode(1, 10)],
  ["serviceLocation.stateProvinceCode", text(1, 3)],
  ...under("item[0]", item),
]);
