import type { JsonObject } from "../../../domain/json.ts";
import { toNumber } from "../../../domain/money.ts";
import { isBrowserTransaction } from "../../../domain/order/browser-payment.ts";
import { succeeded } from "../../../domain/order/order.ts";
import type { Transaction, TransactionType } from "../../../domain/order/order.ts";
import { newestText, sourceOf, textOf } from "../history.ts";
import type { History } from "../history.ts";
import {
  acquirerMerchantId,
  authorizationCodeOf,
  bookingOf,
  networkIdOf,
  receiptOf,
  stanOf,
} from "../made-up/acquirer-data.ts";
import { nothingFound } from "../members/found.ts";
import type { Found } from "../members/found.ts";
import { byVersion, known } from "../members/members.ts";
import type { Members } from "../members/members.ts";
import { authenticationStatusOf } from "./used-authentication.ts";
import { completed, groupsAt, valueOf } from "../members/collect.ts";
import { all, computed, group, list, ranksOf } from "../members/shape.ts";
import { ITEM } from "../shapes/order.ts";
import { providerMembers } from "./browser-payment.ts";

/** The members of the transaction group that the gateway fills itself. */
const TRANSACTION_OWN = [
  ...(["amount", "authenticationStatus", "authorizationCode", "currency", "frequency", "funding"] as const),
  ...(["id", "receipt", "source", "stan", "targetTransactionId", "terminal", "type"] as const),
] as const;

/** Who booked it, and when. */
const ACQUIRER = computed({
  ...all("own", "batch date id merchantId settlementDate time timeZone"),
  ...all("text", "customData traceId transactionId"),
});

/** The transaction group: the gateway's own members, and what the request said of this transaction. */
export const TRANSACTION = computed({
  ...all("own", TRANSACTION_OWN.join(" ")),
  acquirer: ACQUIRER,
  ...all(
    "number",
    "discountAmount dutyAmount itemAmount shippingAndHandlingAmount shippingAndHandlingTaxAmount",
  ),
  ...all("number", "shippingAndHandlingTaxRate taxAmount"),
  item: ITEM,
  ...all("text", "merchantNote priorApproval reference taxStatus"),
  resubmission: "flag",
  serviceLocation: group(all("text", "city country postCodeZip stateProvinceCode")),
  tax: list({ ...all("number", "amount rate"), type: "text" }),
});

/** Types that ask the issuer, who answers an approval with a code. */
export const ASKS_ISSUER: ReadonlySet<TransactionType> = new Set([
  "AUTHORIZATION",
  "AUTHORIZATION_UPDATE",
  "PAYMENT",
  "VERIFICATION",
]);

const MOVES_PAYER_FUNDS: ReadonlySet<TransactionType> = new Set(["CAPTURE", "PAYMENT"]);

const AT = ranksOf(TRANSACTION, [...TRANSACTION_OWN, "acquirer"]);

const SHAPES = byVersion((version) => {
  const group = known(TRANSACTION, "transaction", version);
  return { group, acquirer: group.byName.get("acquirer")?.kind ?? ACQUIRER };
});

/** The transaction group of an answer (interface section 2.14). */
export function renderTransactionGroup(history: History, has: Members): JsonObject | undefined {
  const { transaction, requests } = history;
  const groups = groupsAt("transaction", requests.transaction);
  const shapes = SHAPES(has);
  const found = nothingFound(TRANSACTION);
  found[AT.amount] = toNumber(transaction.amount);
  found[AT.currency] = transaction.currency;
  found[AT.id] = transaction.id;
  found[AT.source] = sourceOf(history);
  found[AT.targetTransactionId] = transaction.targetTransactionId ?? textOf(groups, "targetTransactionId");
  found[AT.type] = transaction.type;
  if (has["transaction.authenticationStatus"])
    found[AT.authenticationStatus] = authenticationStatusOf(history, requests.transaction, [transaction]);
  if (has["transaction.frequency"]) found[AT.frequency] = frequencyOf(requests.order);
  if (has["transaction.funding"] && isFunded(transaction)) found[AT.funding] = { status: "IN_PROGRESS" };
  const isByCard = !isBrowserTransaction(transaction);
  const acquirer = isByCard ? acquirerMembers(history, has) : providerMembers(history);
  found[AT.acquirer] = valueOf(shapes.acquirer, "acquirer", groups, acquirer);
  if (isByCard) fillOfCard(found, history, has);
  return completed(shapes.group, found, groups);
}

/** What a card's acquirer says besides. */
function fillOfCard(found: Found, history: History, has: Members): void {
  found[AT.authorizationCode] = approvalOf(history);
  found[AT.receipt] = receiptOf(history.transaction);
  if (has["transaction.stan"]) found[AT.stan] = stanOf(history.transaction);
  found[AT.terminal] = "001";
}

function frequencyOf(requests: readonly JsonObject[]): string {
  return newestText(requests, "transaction", "frequency") ?? "SINGLE";
}

function isFunded(transaction: Transaction): boolean {
  return succeeded(transaction) && MOVES_PAYER_FUNDS.has(transaction.type);
}

/** Names and times of the made-up acquirer, which keeps UTC (assumption A90). */
function acquirerMembers({ order, transaction }: History, has: Members): JsonObject {
  const { batch, date, day } = bookingOf(transaction.at);
  const names = { batch, id: "SYSTEST_ACQ1", merchantId: acquirerMerchantId(order.merchantId) };
  if (!has["transaction.acquirer.date"]) return names;
  return {
    batch,
    date,
    id: names.id,
    merchantId: names.merchantId,
    settlementDate: day,
    timeZone: "+0000",
    transactionId: networkIdOf(transaction),
  };
}

/**
 * The code that the issuer approved with: given by the merchant, made up for what asks the issuer, and of a
 * capture the one of its authorization. Declines, refunds and voids have none
 * (assumption A92).
 */
function approvalOf({ order, transaction, requests }: History): string | undefined {
  if (!succeeded(transaction)) return undefined;
  const given = givenCode(requests.transaction);
  if (given !== undefined) return given;
  if (ASKS_ISSUER.has(transaction.type)) return authorizationCodeOf(transaction);
  if (transaction.type !== "CAPTURE") return undefined;
  const authorization = order.transactions.findLast(isAuthorization);
  if (authorization === undefined) return undefined;
  return givenCode([authorization.request]) ?? authorizationCodeOf(authorization);
}

function givenCode(requests: readonly JsonObject[]): string | undefined {
  return newestText(requests, "transaction", "authorizationCode");
}

function isAuthorization(transaction: Transaction): boolean {
  return transaction.type === "AUTHORIZATION" && succeeded(transaction);
}
