import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { STAGES } from "../../../domain/order/authentication.ts";
import { isBrowserTransaction } from "../../../domain/order/browser-payment.ts";
import { statusOfLetters } from "../../../domain/order/enrollment.ts";
import { authenticationIn, isAuthentication } from "../../../domain/order/order.ts";
import type { AuthenticationTransaction, Transaction, TransactionType } from "../../../domain/order/order.ts";
import { newestText } from "../history.ts";
import type { History } from "../history.ts";
import type { Members } from "../members/members.ts";
import { protocolOf, resultOf, versionOf } from "./authentication.ts";

/** The authentication that an answer is about, or that a payment of it names; undefined when there is none. */
function authenticationOf(
  { order, transaction }: History,
  requests: readonly JsonObject[],
): AuthenticationTransaction | undefined {
  if (isAuthentication(transaction)) return transaction;
  return authenticationIn(order, newestText(requests, "authentication", "transactionId"));
}

/**
 * What the payer's authentication came to: the one that a request names, or the merchant's own (interface section 2.7,
 * assumption A98). A payment by card without any says so (assumption A446); undefined when none of the transactions is one.
 */
export function authenticationStatusOf(
  history: History,
  requests: readonly JsonObject[],
  transactions: readonly Transaction[],
): string | undefined {
  if (!hasAuthentication(history, requests))
    return transactions.some(isPaidByCard) ? "AUTHENTICATION_NOT_IN_EFFECT" : undefined;
  const used = authenticationOf(history, requests);
  if (used !== undefined) return STAGES[used.authentication.stage].status;
  return enrollmentStatusIn(requests) ?? newestText(requests, "3DSecure", "authenticationStatus");
}

/** Whether an answer is about one, or a request brings or names one; most have none. */
function hasAuthentication({ transaction }: History, requests: readonly JsonObject[]): boolean {
  return isAuthentication(transaction) || requests.some(bringsAuthentication);
}

function bringsAuthentication(request: JsonObject): boolean {
  const { "3DSecure": result, "3DSecureId": check, authentication } = request;
  return result !== undefined || check !== undefined || authentication !== undefined;
}

const PAYMENTS: ReadonlySet<TransactionType> = new Set(["AUTHORIZATION", "PAYMENT", "VERIFICATION"]);

function isPaidByCard(transaction: Transaction): boolean {
  return PAYMENTS.has(transaction.type) && !isBrowserTransaction(transaction);
}

/** The same of the newest request that names a check of enrollment, whose letters stand beside it. */
function enrollmentStatusIn(requests: readonly JsonObject[]): string | undefined {
  const naming = requests.find((it) => it["authentication"] !== undefined || it["3DSecureId"] !== undefined);
  if (naming?.["3DSecureId"] === undefined) return undefined;
  const letters = naming["authentication"];
  const [paRes, veRes] = [textAt(letters, "3ds1.paResStatus"), textAt(letters, "3ds1.veResEnrolled")];
  return veRes === undefined ? undefined : statusOfLetters(veRes, paRes);
}

/** What a payment repeats of the authentication that it names. */
export function repeatedAuthentication(history: History): JsonObject | undefined {
  const { funds } = history.requests;
  if (!hasAuthentication(history, funds)) return undefined;
  const used = authenticationOf(history, funds);
  if (used === undefined && enrollmentStatusIn(funds) !== undefined) return { version: "3DS1" };
  return used && { "3ds": resultOf(used), "3ds2": protocolOf(used.authentication), version: versionOf(used) };
}

/** What the top level of a retrieved order says of the authentication that took part, if any (assumption A446). */
export function authenticationOfOrder(history: History, has: Members): JsonObject {
  const repeated = has["order.authenticationStatus"] ? repeatedAuthentication(history) : undefined;
  const version = textAt(repeated, "version");
  if (version === undefined) return {};
  const eci = textAt(repeated, "3ds.acsEci") ?? newestText(history.requests.funds, "3DSecure", "acsEci");
  return { "3dsAcsEci": eci, authenticationVersion: version };
}
