/** Every operation of the specification's section 4, by its apiOperation. */
export const OPERATIONS = [
  "AUTHORIZE",
  "BALANCE_INQUIRY",
  "CAPTURE",
  "CONFIRM_BROWSER_PAYMENT",
  "CREATE_OR_UPDATE_RISK_ASSESSMENT",
  "DISBURSEMENT",
  "INITIATE_BROWSER_PAYMENT",
  "INITIATE_CHECKOUT",
  "PAY",
  "REFERRAL",
  "REFUND",
  "UPDATE_AUTHORIZATION",
  "VERIFY",
  "VOID",
] as const;

/** An operation that sends a body. Balance inquiry has no apiOperation on the wire; the name is ours. */
export type Operation = (typeof OPERATIONS)[number];

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

export function isTransactionOperation(name: unknown): name is TransactionOperation {
  return (TRANSACTION_OPERATIONS as readonly unknown[]).includes(name);
}

/** The lowest and highest version of the path, and what `latest` means in mode gateway. */
export const VERSION_MIN = 1;
export const VERSION_MAX = 100;
