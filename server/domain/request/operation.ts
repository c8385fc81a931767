/** The operations that make a transaction of an order (`PUT …/order/{orderid}/transaction/{transactionid}`). */
export const TRANSACTION_OPERATIONS = [
  "AUTHENTICATE_PAYER",
  "AUTHORIZE",
  "CAPTURE",
  "CONFIRM_BROWSER_PAYMENT",
  "DISBURSEMENT",
  "INITIATE_AUTHENTICATION",
  "INITIATE_BROWSER_PAYMENT",
  "PAY",
  "REFERRAL",
  "REFUND",
  "UPDATE_AUTHORIZATION",
  "VERIFY",
  "VOID",
] as const;

export type TransactionOperation = (typeof TRANSACTION_OPERATIONS)[number];

/** Those that ask the risk service, the acquirer or the card's issuer, and make no transaction. */
const INQUIRIES = [
  "BALANCE_INQUIRY",
  "CHECK_3DS_ENROLLMENT",
  "CREATE_OR_UPDATE_RISK_ASSESSMENT",
  "PAYMENT_OPTIONS_INQUIRY",
  "PROCESS_ACS_RESULT",
] as const;

/** Those that keep values for others to use. */
const KEEPING = [
  "CREATE_CHECKOUT_SESSION",
  "CREATE_OR_UPDATE_TOKEN",
  "CREATE_SESSION",
  "CREATE_TOKEN",
  "INITIATE_CHECKOUT",
  "UPDATE_SESSION",
] as const;

/** The operations whose answer the scenario decides: those that ask the acquirer, the risk service or the issuer. */
export const DECIDED_OPERATIONS = [...TRANSACTION_OPERATIONS, ...INQUIRIES] as const;

export type DecidedOperation = (typeof DECIDED_OPERATIONS)[number];

/**
 * What the card fields of a hosted session ask for in a payer's browser. They are no calls of the API: rules of a scenario
 * delay or break them, those alone that name one.
 */
export const FORM_OPERATIONS = ["CONFIGURE_FORM", "UPDATE_SESSION_FROM_FORM"] as const;

export type FormOperation = (typeof FORM_OPERATIONS)[number];

/** What rules of a scenario can be asked for. */
export type AskedOperation = DecidedOperation | FormOperation;

export function isFormOperation(name: string): name is FormOperation {
  return (FORM_OPERATIONS as readonly string[]).includes(name);
}

/** An operation that sends a body. Some have no apiOperation on the wire; the name is ours then. */
export type Operation = DecidedOperation | (typeof KEEPING)[number];

/**
 * Every operation that has a contract, by its apiOperation: those of the specification's section 4, and what they
 * need. What there is to know of each, its definition says (operations/index.ts).
 */
export const OPERATIONS: readonly Operation[] = [...DECIDED_OPERATIONS, ...KEEPING].sort();

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

export function isTransactionOperation(name: unknown): name is TransactionOperation {
  return (TRANSACTION_OPERATIONS as readonly unknown[]).includes(name);
}

/** The two steps of one payment that the payer makes on a provider's page; both have one transaction id. */
export function isBrowserOperation(operation: TransactionOperation): boolean {
  return operation === "INITIATE_BROWSER_PAYMENT" || operation === "CONFIRM_BROWSER_PAYMENT";
}

/** Of each generation of 3-D Secure, the operations by which the directory server and the issuer are asked. */
const FIRST_STEPS: readonly RecordedOperation[] = ["CHECK_3DS_ENROLLMENT", "INITIATE_AUTHENTICATION"];
const SECOND_STEPS: readonly RecordedOperation[] = ["AUTHENTICATE_PAYER", "PROCESS_ACS_RESULT"];

/** The two steps of an authentication of the payer; both have one id. */
export function isAuthenticationOperation(operation: RecordedOperation): boolean {
  return FIRST_STEPS.includes(operation) || SECOND_STEPS.includes(operation);
}

/** Whether both are the first step of an authentication, or both the second. */
export function isSameStep(one: RecordedOperation, other: RecordedOperation): boolean {
  return [FIRST_STEPS, SECOND_STEPS].some((steps) => steps.includes(one) && steps.includes(other));
}

/** The lowest and highest version of the path, and what `latest` means in mode gateway. */
export const VERSION_MIN = 1;
export const VERSION_MAX = 100;
