import { only, under, type Row } from "../limit.ts";
import { alphanumeric, digits, oneOf, text, threeLetters } from "../text-limits.ts";
import { amountNumber, decimal, rateNumber, signedDecimal } from "../value-limits.ts";

// Interface section 2.6: order amounts, tax fields, and the members of the transaction.

export const money: readonly Row[] = under("order", [
  ["amount", decimal()],
  ["currency", threeLetters],
]);
export const tax: readonly Row[] = under("order", [
  ["taxAmount", decimal()],
  ["tax[0].amount", decimal()],
  ["tax[0].type", text(1, 50)],
  ["tax[0].rate", decimal(6)],
]);
export const shippingAmount: readonly Row[] = [["order.shippingAndHandlingAmount", decimal()]];
export const shippingAmountSigned: readonly Row[] = [["order.shippingAndHandlingAmount", signedDecimal()]];
export const shippingTax: readonly Row[] = under("order", [
  ["shippingAndHandlingTaxAmount", amountNumber],
  ["shippingAndHandlingTaxRate", rateNumber],
]);
export const duty: readonly Row[] = [["order.dutyAmount", amountNumber]];
export const gratuity: readonly Row[] = [["order.gratuityAmount", decimal()]];
export const charge: readonly Row[] = under("order", [
  ["netAmount", decimal()],
  ["merchantCharge.amount", decimal()],
  ["merchantCharge.type", oneOf("SURCHARGE"), "R"],
]);
export const discount: readonly Row[] = under("order.discount", [
  ["amount", decimal()],
  ["code", text(1, 40)],
  ["description", text(1, 127)],
]);
export const productSku: readonly Row[] = [["order.productSKU", text(1, 15)]];
export const recurringPaymentAgreement: readonly Row[] = [
  ["order.recurringPaymentAgreement", alphanumeric(1, 30)],
];
export const merchantCategoryCode: readonly Row[] = [["order.merchantCategoryCode", digits(4, 4)]];
export const wallet: readonly Row[] = under("order", [
  ["walletIndicator", text(3, 3)],
  ["walletProvider", oneOf("WALLET_A", "WALLET_B", "WALLET_C", "WALLET_D", "WALLET_E", "WALLET_F")],
]);

export const transaction: readonly Row[] = under("transaction", [
  ["amount", decimal()],
  ["currency", threeLetters],
  ["authorizationCode", alphanumeric(1, 6)],
  ["targetTransactionId", text(1, 40)],
]);
export const transactionMoney = only(transaction, "transaction.amount", "transaction.currency");
export const authorizationCode = only(transaction, "transaction.authorizationCode");
export const targetTransactionId = only(transaction, "transaction.targetTransactionId");
