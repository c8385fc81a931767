import type { JsonObject } from "../../domain/json.ts";
import { isBrowserTransaction } from "../../domain/order/browser-payment.ts";
import { isAuthentication } from "../../domain/order/order.ts";
import type { Order, Transaction, TransactionType } from "../../domain/order/order.ts";
import { combine } from "../../domain/request/combination.ts";
import { withPublicNames } from "../../domain/request/public-names.ts";
import { alphabetical } from "./alphabetical.ts";
import { assembled, knownTop, topLevelOf } from "./assembly.ts";
import type { Echoes } from "./defaults.ts";
import {
  authenticationGroup,
  orderOfAuthentication,
  recommendationOf,
  transactionOfAuthentication,
} from "./groups/authentication.ts";
import { renderOrderGroup, timeOf } from "./groups/order-group.ts";
import { authorizationResponse, responseGroup, riskResponse } from "./groups/response-group.ts";
import { ASKS_ISSUER, renderTransactionGroup } from "./groups/transaction-group.ts";
import { historyOf, publicNamesOf } from "./history.ts";
import type { Profile } from "./history.ts";
import { nothingFound } from "./members/found.ts";
import type { Found } from "./members/found.ts";
import { byVersion, membersOf } from "./members/members.ts";
import type { Members } from "./members/members.ts";
import { ranksOf } from "./members/shape.ts";

export interface TransactionAnswerOptions {
  readonly merchant: Profile;
  /** Of the current request; it is echoed and never stored (interface section 2.3). */
  readonly correlationId: string | undefined;
  /** `then`: the order as the transaction left it; `now`: as it is. Only the order's own data differ (assumption
   * A89). */
  readonly orderAsOf: "then" | "now";
  /** The version that it is asked for in; undefined: that of the transaction's own request, which `version` names. */
  readonly version?: number | undefined;
  /** Of the retrieval that it is a part of. */
  readonly echoes?: Echoes;
}

/** The members of an answer that are not echoed. */
const OWN = [
  ...([
    "authorizationResponse",
    "correlationId",
    "gatewayEntryPoint",
    "merchant",
    "order",
    "response",
  ] as const),
  ...(["result", "risk", "timeOfLastUpdate", "timeOfRecord", "transaction", "version"] as const),
] as const;

const ANSWER = topLevelOf(OWN, ["order", "funds", "transaction"]);
const AT = ranksOf(ANSWER, [...OWN, "authentication", "initiator"]);
const TOP = byVersion((version) => knownTop(ANSWER, version));

/** Types whose risk is looked at. */
const ASSESSED: ReadonlySet<TransactionType> = new Set(["AUTHORIZATION", "PAYMENT"]);

/**
 * The answer of the order's transaction at the index, rendered from the order up to that transaction: whatever became of
 * the order since, the same request gets the same answer.
 */
export function renderTransaction(
  order: Order,
  index: number,
  options: TransactionAnswerOptions,
): JsonObject {
  const history = historyOf(order, index);
  const version = options.version ?? history.transaction.version;
  const has = membersOf(version);
  const last = options.orderAsOf === "now" ? historyOf(order, order.transactions.length - 1) : history;
  const { transaction } = history;
  const found = nothingFound(ANSWER);
  found[AT.correlationId] = options.correlationId;
  found[AT.gatewayEntryPoint] = entryPointOf(transaction, version);
  found[AT.initiator] = initiatorOf(transaction, options.merchant);
  found[AT.merchant] = order.merchantId;
  const orderGroup = renderOrderGroup(last, options.merchant, has);
  if (isAuthentication(transaction)) {
    found[AT.authentication] = authenticationGroup(transaction, has);
    found[AT.order] = orderOfAuthentication(orderGroup, transaction);
    found[AT.transaction] = transactionOfAuthentication(history, has);
  } else {
    found[AT.order] = orderGroup;
    found[AT.transaction] = renderTransactionGroup(history, has);
  }
  if (has.timeOfLastUpdate) found[AT.timeOfLastUpdate] = timeOf(last.transaction);
  found[AT.timeOfRecord] = timeOf(transaction);
  found[AT.version] = String(transaction.version);
  fillOutcome(found, transaction, has);
  const answer = assembled(TOP(has), found, {
    history,
    has,
    merchant: options.merchant,
    echoes: options.echoes,
  });
  const names = publicNamesOf(history.order);
  const named = names === undefined ? answer : withPublicNames(answer, names);
  const { extra } = transaction.outcome;
  return extra === undefined ? named : alphabetical(combine([named, extra]));
}

/** The merchant's own user stands in for one that the request does not name (assumption A250). */
function initiatorOf({ request }: Transaction, { userId }: Profile): JsonObject | undefined {
  return userId === undefined || request["initiator"] !== undefined || request["userId"] !== undefined
    ? undefined
    : { userId };
}

/** The first version that tells a checkout's website from its other ways (assumption A258). */
const WEBSITE_FROM = 66;

function entryPointOf({ authentication, entryPoint }: Transaction, version: number): string | undefined {
  // Authentications that a checkout makes have none (assumption A304).
  if (entryPoint !== undefined && authentication !== undefined) return undefined;
  if (entryPoint === undefined) return "WEB_SERVICES_API";
  return version < WEBSITE_FROM ? "CHECKOUT" : "CHECKOUT_VIA_WEBSITE";
}

function fillOutcome(found: Found, transaction: Transaction, has: Members): void {
  const { outcome } = transaction;
  const isRisky = isAssessed(transaction);
  if (wasAsked(transaction) && has.authorizationResponse)
    found[AT.authorizationResponse] = authorizationResponse(transaction);
  const response = responseGroup(outcome, isRisky && has["response.risk"]);
  found[AT.response] = isAuthentication(transaction)
    ? { ...response, gatewayRecommendation: recommendationOf(transaction.authentication, has) }
    : response;
  found[AT.result] = outcome.result;
  if (isRisky && has.risk) found[AT.risk] = { response: riskResponse(outcome) };
}

/** Whether the transaction asked the issuer's network, and was answered. */
function wasAsked(transaction: Transaction): boolean {
  const isAnswered = transaction.outcome.acquirerCode !== undefined && ASKS_ISSUER.has(transaction.type);
  return isAnswered && !isBrowserTransaction(transaction);
}

function isAssessed(transaction: Transaction): boolean {
  return ASSESSED.has(transaction.type) && !isBrowserTransaction(transaction);
}
