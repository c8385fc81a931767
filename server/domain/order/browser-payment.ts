import { textAt, valueAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Instruction } from "../request/instruction.ts";
import { currentTransactions, isAwaited } from "./order.ts";
import type { BrowserPayment, Order, Transaction, TransactionType } from "./order.ts";

/** An entry that belongs to a browser payment. */
export type BrowserTransaction = Transaction & { readonly browser: BrowserPayment };

export function isBrowserTransaction(
  transaction: Transaction | undefined,
): transaction is BrowserTransaction {
  return transaction?.browser !== undefined;
}

/** The payer can still do something on the page. */
export function isOpenForPayer(transaction: BrowserTransaction): boolean {
  const { operation, outcome, browser } = transaction;
  if (operation !== "INITIATE_BROWSER_PAYMENT" || !isAwaited(transaction)) return false;
  return browser.status === "INITIATED" || outcome.result === "PENDING";
}

/** The payer has agreed, and the merchant has not confirmed yet (interface section 2.13, CONFIRM_AT_MERCHANT). */
export function awaitsConfirmation(transaction: BrowserTransaction): boolean {
  const { operation, request, browser } = transaction;
  const isInitiated = operation === "INITIATE_BROWSER_PAYMENT" && isAwaited(transaction);
  return isInitiated && browser.status === "COMPLETED" && isConfirmedAtMerchant(request);
}

/** The transaction as it stands; undefined when the order has none of the id that is a browser payment. */
export function browserTransactionOf(
  order: Order | undefined,
  transactionId: string,
): BrowserTransaction | undefined {
  const found = order && currentTransactions(order).find((it) => it.id === transactionId);
  return isBrowserTransaction(found) ? found : undefined;
}

export function providerOf(body: JsonObject): string {
  return textAt(body, "sourceOfFunds.type") ?? "";
}

export function isConfirmedAtMerchant(body: JsonObject): boolean {
  return textAt(body, "browserPayment.providerA.paymentConfirmation") === "CONFIRM_AT_MERCHANT";
}

const OPERATION = "browserPayment.operation";
const OPERATION_OF_PROVIDER = "browserPayment.providerA.operation";

/** The first version known to have the operation beside the provider's group. */
const OPERATION_BESIDE_PROVIDER = 34;

/** Version 18 names the operation in the group of provider A, later ones beside it (interface section 2.13). */
export function operationFieldOf(version: number): string {
  return version < OPERATION_BESIDE_PROVIDER ? OPERATION_OF_PROVIDER : OPERATION;
}

/** The operation that the payment shall be, at either place, as between versions 18 and 61 both are taken. */
export function browserOperationOf(body: JsonObject): string | undefined {
  return textAt(body, OPERATION) ?? textAt(body, OPERATION_OF_PROVIDER);
}

/** Types by the operation that the payment shall be; without one it is a payment (assumption A130). */
export function browserTypeOf({ body }: Pick<Instruction, "body">): TransactionType {
  const operation = browserOperationOf(body);
  if (operation === "AUTHORIZE") return "AUTHORIZATION";
  return operation === "ACCOUNTSETUP" ? "VERIFICATION" : "PAYMENT";
}

/** What the page does with the shipping address; only provider A has it (assumption A131). */
export function addressUseOf(body: JsonObject): "hidden" | "shown" | "editable" {
  const says = (member: string): boolean => valueAt(body, `browserPayment.providerA.${member}`) !== false;
  if (providerOf(body) !== "PROVIDER_A" || !says("displayShippingAddress")) return "hidden";
  return says("overrideShippingAddress") ? "editable" : "shown";
}

/** What a payer can do on the page of a browser payment. */
export const PAYER_ACTIONS = ["pay", "decline", "cancel", "leave-pending"] as const;
export type PayerAction = (typeof PAYER_ACTIONS)[number];
