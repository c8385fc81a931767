import { isBrowserTransaction } from "../../domain/browser-payment.ts";
import { combine } from "../../domain/combination.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Order, TransactionType } from "../../domain/order.ts";
import { alphabetical } from "../alphabetical.ts";
import { acquirerDataOf } from "./acquirer-data.ts";
import type { AcquirerData } from "./acquirer-data.ts";
import { ownMembersOfGroups } from "./defaults.ts";
import { ECHO_GROUPS } from "./echo-groups.ts";
import type { EchoScope } from "./echo-groups.ts";
import { historyOf } from "./history.ts";
import type { History } from "./history.ts";
import { membersOf } from "./members.ts";
import type { Members } from "./members.ts";
import { orderMembers, timeOf } from "./order-group.ts";
import type { Profile } from "./order-group.ts";
import { valueOf } from "./pick.ts";
import { authorizationResponse, responseGroup, riskResponse } from "./response-group.ts";
import type { Kind } from "./shape.ts";
import { ORDER } from "./shapes/order.ts";
import { TRANSACTION } from "./shapes/transaction.ts";
import { ASKS_ISSUER, transactionMembers } from "./transaction-group.ts";

export interface TransactionAnswerOptions {
  readonly merchant: Profile;
  /** Of the current request; it is echoed and never stored (interface section 2.3). */
  readonly correlationId: string | undefined;
  /** `then`: the order as the transaction left it; `now`: as it is. Only the order's own data differ (assumption
   * A89). */
  readonly orderAsOf: "then" | "now";
}

/** Every member of an answer's top level, in alphabetical order, and which requests it is echoed from. */
const MEMBERS: readonly (readonly [name: string, scope: EchoScope | "own", kind: Kind])[] = [
  ...Object.entries(ECHO_GROUPS).map(([name, [scope, kind]]) => [name, scope, kind] as const),
  ...[
    ...[
      "authorizationResponse",
      "correlationId",
      "gatewayEntryPoint",
      "merchant",
      "order",
      "response",
      "result",
    ],
    ...["risk", "timeOfLastUpdate", "timeOfRecord", "transaction", "version"],
  ].map((name) => [name, "own", "own"] as const),
].sort(([one], [other]) => (one < other ? -1 : 1));

/** Types whose risk is looked at. */
const ASSESSED: ReadonlySet<TransactionType> = new Set(["AUTHORIZATION", "PAYMENT"]);

/**
 * The answer of the order's transaction at the index, rendered from the order up to that transaction and in the
 * version of its request: whatever became of the order since, the same request gets the same answer.
 */
export function renderTransaction(
  order: Order,
  index: number,
  options: TransactionAnswerOptions,
): JsonObject {
  const history = historyOf(order, index);
  const has = membersOf(history.transaction.version);
  const last = options.orderAsOf === "now" ? historyOf(order, order.transactions.length - 1) : history;
  const data = acquirerDataOf(history.transaction);
  const { outcome } = history.transaction;
  const own: JsonObject = {
    authorizationResponse: authorizationResponseOf(history, data, has),
    correlationId: options.correlationId,
    gatewayEntryPoint: "WEB_SERVICES_API",
    merchant: order.merchantId,
    order: renderOrderGroup(last, options.merchant, has),
    response: responseGroup(outcome, isAssessed(history) && has.has("response.risk")),
    result: outcome.result,
    risk: isAssessed(history) && has.has("risk") ? { response: riskResponse(outcome) } : undefined,
    timeOfLastUpdate: has.has("timeOfLastUpdate") ? timeOf(last.transaction) : undefined,
    timeOfRecord: timeOf(history.transaction),
    transaction: renderTransactionGroup(history, data, has),
    version: String(history.transaction.version),
  };
  const answer = assembled(history, own, ownMembersOfGroups(history, has));
  return outcome.extra === undefined ? answer : alphabetical(combine([answer, outcome.extra]));
}

/** The order group of an answer, as the history's last transaction left it. */
export function renderOrderGroup(
  { order, requests }: History,
  merchant: Profile,
  has: Members,
): Json | undefined {
  const own = orderMembers({ order, requests: requests.order, fundsRequests: requests.funds, merchant, has });
  return valueOf(ORDER, "order", requests.order, own);
}

function renderTransactionGroup(history: History, data: AcquirerData, has: Members): Json | undefined {
  const own = transactionMembers(history, data, has);
  return valueOf(TRANSACTION, "transaction", history.requests.transaction, own);
}

function authorizationResponseOf(
  { transaction }: History,
  data: AcquirerData,
  has: Members,
): JsonObject | undefined {
  const { outcome, type } = transaction;
  const isByCard = !isBrowserTransaction(transaction);
  const wasAsked = isByCard && outcome.acquirerCode !== undefined && ASKS_ISSUER.has(type);
  return wasAsked && has.has("authorizationResponse") ? authorizationResponse(outcome, data) : undefined;
}

function isAssessed({ transaction }: History): boolean {
  return ASSESSED.has(transaction.type) && !isBrowserTransaction(transaction);
}

function assembled({ requests }: History, own: JsonObject, ownOfGroups: JsonObject): JsonObject {
  const answer: Record<string, Json> = {};
  for (const [name, scope, kind] of MEMBERS) {
    const value = scope === "own" ? own[name] : valueOf(kind, name, requests[scope], ownOfGroups[name]);
    if (value !== undefined) answer[name] = value;
  }
  return answer;
}
