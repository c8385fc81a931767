import type { JsonObject } from "../json.ts";
import type { Amount } from "../money.ts";
import { isBrowserOperation } from "../request/operation.ts";
import type { TransactionOperation } from "../request/operation.ts";
import type { PublicNames } from "../request/public-names.ts";
import type { PayerAuthentication } from "./authentication.ts";
import type { GatewayCode, Outcome } from "./outcome.ts";

export type TransactionType =
  | "AUTHENTICATION"
  | "AUTHORIZATION"
  | "AUTHORIZATION_UPDATE"
  | "CAPTURE"
  | "DISBURSEMENT"
  | "PAYMENT"
  | "REFUND"
  | "REFUND_REQUEST"
  | "VERIFICATION"
  | "VOID_AUTHORIZATION"
  | "VOID_CAPTURE"
  | "VOID_PAYMENT"
  | "VOID_REFUND";

/**
 * One transaction of an order, as it is stored. It never changes once it is committed: when its outcome becomes
 * known later, another entry of the same id follows and stands for it from then on (currentTransactions). Totals and
 * status of the order are derived from the transactions (status.ts, totals.ts).
 */
export interface Transaction {
  readonly id: string;
  readonly operation: TransactionOperation;
  readonly type: TransactionType;
  /** The API version of the request; the answer keeps its shape. */
  readonly version: number;
  /** A capture or refund that opened the order, without a payment before it. */
  readonly standalone: boolean;
  readonly amount: Amount;
  readonly currency: string;
  /** The transaction that a VOID reverses. */
  readonly targetTransactionId: string | undefined;
  readonly outcome: Outcome;
  /** `scenario#id` of the rule that decided the outcome; undefined when no rule did. */
  readonly ruleKey: string | undefined;
  /** Commit time, milliseconds since 1970 by the merchant's clock. */
  readonly at: number;
  /** Seed of the synthetic acquirer data (authorization code, receipt …) of the answer. */
  readonly seed: number;
  /** Keyed digest of the request, for the same-request-again check. */
  readonly digest: string;
  /** Keyed fingerprint of the card number; undefined when the request carries none. */
  readonly card: string | undefined;
  /** The accepted request with card data masked or removed, without apiOperation and correlationId. */
  readonly request: JsonObject;
  /** Where it was made, if not by the merchant's own call. */
  readonly entryPoint?: "CHECKOUT" | undefined;
  /** Of the request; undefined when it had none, as in mode strict. */
  readonly publicNames?: PublicNames | undefined;
  /** Only entries of browser payments have it. */
  readonly browser?: BrowserPayment | undefined;
  /** Only entries of authentications have it. */
  readonly authentication?: PayerAuthentication | undefined;
}

/** An order is the entries of its transactions, oldest first. There is always at least one. */
export interface Order {
  readonly merchantId: string;
  readonly id: string;
  readonly transactions: readonly Transaction[];
}

/** Whether the acquirer agreed; pending, submitted and unknown ones did not (yet). */
export function succeeded(transaction: Transaction): boolean {
  return transaction.outcome.result === "SUCCESS" && !isAwaited(transaction);
}

/** One that is pending; or a browser payment that is submitted: its money has not moved, though its initiation is a SUCCESS. */
export function isAwaited({ operation, outcome }: Transaction): boolean {
  if (outcome.result === "PENDING") return true;
  return outcome.gatewayCode === "SUBMITTED" && isBrowserOperation(operation);
}

/** Each transaction of the order as it stands, in the order of their first entries. */
export function currentTransactions({ transactions }: Order): readonly Transaction[] {
  if (!hasSecondEntries(transactions)) return transactions;
  return [...new Map(transactions.map((entry) => [entry.id, entry])).values()];
}

/** Up to so many entries, comparing each with each is cheaper than a set of them. */
const FEW = 12;

/** Whether a transaction has more than one entry; hardly any has, and every request on an order asks many times. */
function hasSecondEntries(transactions: readonly Transaction[]): boolean {
  if (transactions.length > FEW) return new Set(transactions.map(({ id }) => id)).size < transactions.length;
  for (let index = 1; index < transactions.length; index += 1) if (isAgain(transactions, index)) return true;
  return false;
}

/** Whether an entry before this one is of the same transaction. */
function isAgain(transactions: readonly Transaction[], at: number): boolean {
  const id = transactions[at]?.id;
  for (let index = 0; index < at; index += 1) if (transactions[index]?.id === id) return true;
  return false;
}

/** How far the payer has come on the provider's page (assumption A129). */
export type InteractionStatus = "INITIATED" | "COMPLETED" | "CANCELLED";

/** An outcome that comes by itself, when nobody does anything before. */
export interface AwaitedOutcome {
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly at: number;
  readonly gatewayCode: GatewayCode;
}

/** What an entry of a browser payment keeps beside the transaction. */
export interface BrowserPayment {
  /** The page that the payer is sent to. */
  readonly redirectUrl: string;
  readonly status: InteractionStatus;
  /** Milliseconds since 1970 by the merchant's clock; returned is undefined until the payer has left the page. */
  readonly timeInitiated: number;
  readonly timeReturned: number | undefined;
  /** In the order in which they come. */
  readonly awaited: readonly AwaitedOutcome[];
}

/** An entry that belongs to an authentication. */
export type AuthenticationTransaction = Transaction & { readonly authentication: PayerAuthentication };

export function isAuthentication(
  transaction: Transaction | undefined,
): transaction is AuthenticationTransaction {
  return transaction?.authentication !== undefined;
}

/** The authentication as it stands; undefined when the order has none of the id. */
export function authenticationIn(
  order: Order | undefined,
  transactionId: string | undefined,
): AuthenticationTransaction | undefined {
  const found = order && currentTransactions(order).find((it) => it.id === transactionId);
  return isAuthentication(found) ? found : undefined;
}
