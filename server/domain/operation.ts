/** Every operation that has a contract, by its apiOperation: those of the specification's section 4, and what they need. */
export const OPERATIONS = [
  "AUTHORIZE",
  "BALANCE_INQUIRY",
  "CAPTURE",
  "CONFIRM_BROWSER_PAYMENT",
  "CREATE_CHECKOUT_SESSION",
  "CREATE_OR_UPDATE_RISK_ASSESSMENT",
  "CREATE_OR_UPDATE_TOKEN",
  "CREATE_SESSION",
  "CREATE_TOKEN",
  "DISBURSEMENT",
  "INITIATE_BROWSER_PAYMENT",
  "INITIATE_CHECKOUT",
  "PAY",
  "REFERRAL",
  "REFUND",
  "UPDATE_AUTHORIZATION",
  "UPDATE_SESSION",
  "VERIFY",
  "VOID",
] as const;

/** An operation that sends a body. Some have no apiOperation on the wire; the name is ours then. */
export type Operation = (typeof OPERATIONS)[number];

/** Requests without a body, by the names that their records have; all of them are ours. */
export const BODILESS_OPERATIONS = [
  "DELETE_TOKEN",
  "RETRIEVE_ORDER",
  "RETRIEVE_SESSION",
  "RETRIEVE_TOKEN",
  "RETRIEVE_TRANSACTION",
] as const;

/** What a record can name as the operation. */
export type RecordedOperation = Operation | (typeof BODILESS_OPERATIONS)[number];

/** The operations that make a transaction of an order (`PUT …/order/{orderid}/transaction/{transactionid}`). */
export const TRANSACTION_OPERATIONS = [
  "AUTHORIZE",
  "CAPTURE",
  "CONFIRM_BROWSER_PAYMENT",
  "DISBURSEMENT",
  "INITIATE_BROWSER_PAYMENT",
  "PAY",
  "REFERRAL",
  "REFUND",
  "UPDATE_AUTHORIZATION",
  "VERIFY",
  "VOID",
] as const satisfies readonly Operation[];

export type TransactionOperation = (typeof TRANSACTION_OPERATIONS)[number];

/** The operations whose answer the scenario decides: those that ask the acquirer or the risk service. */
export type DecidedOperation = TransactionOperation | "BALANCE_INQUIRY" | "CREATE_OR_UPDATE_RISK_ASSESSMENT";

export function isTransactionOperation(name: unknown): name is TransactionOperation {
  return (TRANSACTION_OPERATIONS as readonly unknown[]).includes(name);
}

/** The two steps of one payment that the payer makes on a provider's page; both have one transaction id. */
export function isBrowserOperation(operation: TransactionOperation): boolean {
  return operation === "INITIATE_BROWSER_PAYMENT" || operation === "CONFIRM_BROWSER_PAYMENT";
}

/** The lowest and highest version of the path, and what `latest` means in mode gateway. */
export const VERSION_MIN = 1;
export const VERSION_MAX = 100;
