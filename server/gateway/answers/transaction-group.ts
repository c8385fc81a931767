import { isBrowserTransaction } from "../../domain/browser-payment.ts";
import type { JsonObject } from "../../domain/json.ts";
import { textAt } from "../../domain/json.ts";
import { toNumber } from "../../domain/money.ts";
import type { Transaction, TransactionType } from "../../domain/order.ts";
import { succeeded } from "../../domain/order.ts";
import { acquirerDataOf, acquirerMerchantId, bookingOf } from "./acquirer-data.ts";
import type { AcquirerData } from "./acquirer-data.ts";
import { providerMembers } from "./browser-payment.ts";
import { sourceOf, transactionTextOf } from "./history.ts";
import type { History } from "./history.ts";
import type { Members, VersionedMember } from "./members.ts";
import { authenticationStatusOf } from "./order-group.ts";

/** Types that ask the issuer, who answers an approval with a code. */
export const ASKS_ISSUER: ReadonlySet<TransactionType> = new Set([
  "AUTHORIZATION",
  "AUTHORIZATION_UPDATE",
  "PAYMENT",
  "VERIFICATION",
]);

const MOVES_PAYER_FUNDS: ReadonlySet<TransactionType> = new Set(["CAPTURE", "PAYMENT"]);

/** The members of the transaction group that the gateway computes (interface section 2.14). */
export function transactionMembers(history: History, data: AcquirerData, has: Members): JsonObject {
  const { transaction, requests } = history;
  const ifHas = <T>(member: VersionedMember, value: T): T | undefined =>
    has.has(member) ? value : undefined;
  const isByCard = !isBrowserTransaction(transaction);
  const isFunded = succeeded(transaction) && MOVES_PAYER_FUNDS.has(transaction.type);
  return {
    acquirer: isByCard ? acquirerMembers(history, data, has) : providerMembers(history),
    amount: toNumber(transaction.amount),
    authenticationStatus: ifHas(
      "transaction.authenticationStatus",
      authenticationStatusOf(requests.transaction),
    ),
    authorizationCode: isByCard ? authorizationCodeOf(history, data) : undefined,
    currency: transaction.currency,
    frequency: ifHas("transaction.frequency", transactionTextOf(requests.order, "frequency") ?? "SINGLE"),
    funding: ifHas("transaction.funding", isFunded ? { status: "IN_PROGRESS" } : undefined),
    id: transaction.id,
    receipt: isByCard ? data.receipt : undefined,
    source: sourceOf(history),
    stan: ifHas("transaction.stan", isByCard ? data.stan : undefined),
    targetTransactionId:
      transaction.targetTransactionId ?? textAt(transaction.request, "transaction.targetTransactionId"),
    terminal: isByCard ? "001" : undefined,
    type: transaction.type,
  };
}

/** Names and times of the made-up acquirer, which keeps UTC (assumption A90). */
function acquirerMembers(history: History, data: AcquirerData, has: Members): JsonObject {
  const { batch, day } = bookingOf(history.transaction);
  const times = has.has("transaction.acquirer.date")
    ? {
        date: day.slice(5).replace("-", ""),
        settlementDate: day,
        timeZone: "+0000",
        transactionId: data.transactionId,
      }
    : undefined;
  return { batch, id: "SYSTEST_ACQ1", merchantId: acquirerMerchantId(history.order.merchantId), ...times };
}

/**
 * The code that the issuer approved with: given by the merchant, made up for what asks the issuer, and of a
 * capture the one of its authorization. Declines, refunds and voids have none
 * (assumption A92).
 */
function authorizationCodeOf({ order, transaction }: History, data: AcquirerData): string | undefined {
  if (!succeeded(transaction)) return undefined;
  const given = textAt(transaction.request, "transaction.authorizationCode");
  if (given !== undefined) return given;
  if (ASKS_ISSUER.has(transaction.type)) return data.authorizationCode;
  if (transaction.type !== "CAPTURE") return undefined;
  const authorization = order.transactions.findLast(isAuthorization);
  if (authorization === undefined) return undefined;
  return (
    textAt(authorization.request, "transaction.authorizationCode") ??
    acquirerDataOf(authorization).authorizationCode
  );
}

function isAuthorization(transaction: Transaction): boolean {
  return transaction.type === "AUTHORIZATION" && succeeded(transaction);
}
