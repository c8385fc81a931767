import type { JsonObject } from "../../../domain/json.ts";
import { subtract, toNumber, ZERO } from "../../../domain/money.ts";
import type { Amount } from "../../../domain/money.ts";
import { OPERATION_DEFINITIONS } from "../../../domain/operations/index.ts";
import { succeeded } from "../../../domain/order/order.ts";
import type { Order, Transaction } from "../../../domain/order/order.ts";
import { statusOf } from "../../../domain/order/status.ts";
import { totalsOf } from "../../../domain/order/totals.ts";
import type { Totals } from "../../../domain/order/totals.ts";
import { amountAt, CHARGE_TYPE } from "../../../domain/request/instruction.ts";
import { isoTime } from "../../../domain/time.ts";
import { nothingFound } from "../members/found.ts";
import type { Found } from "../members/found.ts";
import { authenticationStatusOf } from "./used-authentication.ts";
import { newestText, textOf } from "../history.ts";
import type { History, Profile } from "../history.ts";
import { callIdOf } from "../made-up/acquirer-data.ts";
import { byVersion, known } from "../members/members.ts";
import type { Members } from "../members/members.ts";
import { completed, groupsAt, valueOf } from "../members/collect.ts";
import { ranksOf } from "../members/shape.ts";
import { MERCHANT_CHARGE, ORDER, ORDER_OWN, WALLET } from "../shapes/order.ts";

const AT = ranksOf(ORDER, [...ORDER_OWN, "merchantCharge", "wallet"]);

const SHAPE = byVersion((version) => known(ORDER, "order", version));

/** The order group of an answer, as the history's last transaction left it (interface section 2.14). */
export function renderOrderGroup(history: History, merchant: Profile, has: Members): JsonObject | undefined {
  const groups = groupsAt("order", history.requests.order);
  const found = nothingFound(ORDER);
  const totals = totalsOf(history.order);
  fillTotals(found, totals, has);
  fillAmounts(found, history.order, has);
  fillTimes(found, history.order, has);
  found[AT.id] = history.order.id;
  found[AT.status] = statusOf(history.order, totals);
  if (has["order.authenticationStatus"])
    found[AT.authenticationStatus] = authenticationStatusOf(
      history,
      history.requests.funds,
      history.order.transactions,
    );
  // The merchant's own stands in only where the answer always has one (interface section 2.6).
  const ownCode = has["order.merchantCategoryCode"] ? merchant.categoryCodes[0] : undefined;
  found[AT.merchantCategoryCode] = textOf(groups, "merchantCategoryCode") ?? ownCode;
  found[AT.merchantCharge] = valueOf(
    MERCHANT_CHARGE,
    "merchantCharge",
    groups,
    merchantChargeOf(history.order, groups),
  );
  found[AT.wallet] = valueOf(WALLET, "wallet", groups, walletOf(history.order, groups));
  return completed(SHAPE(has), found, groups);
}

function fillAmounts(found: Found, order: Order, has: Members): void {
  const { amount, currency } = orderAmountOf(order);
  found[AT.amount] = toNumber(amount);
  found[AT.currency] = currency;
  if (has["order.chargeback"]) found[AT.chargeback] = { amount: 0, currency };
  if (has["order.merchantAmount"]) found[AT.merchantAmount] = toNumber(amount);
  if (has["order.merchantCurrency"]) found[AT.merchantCurrency] = currency;
}

function fillTimes(found: Found, { transactions }: Order, has: Members): void {
  found[AT.creationTime] = timeOf(transactions[0]);
  if (has["order.lastUpdatedTime"]) found[AT.lastUpdatedTime] = timeOf(transactions.at(-1));
}

function fillTotals(found: Found, totals: Totals, has: Members): void {
  const { authorized, captured, disbursed, refunded } = totals;
  // Assumption A97: captured money is on its way until it is settled, which never happens here.
  if (has["order.fundingStatus"] && captured > 0) found[AT.fundingStatus] = "IN_PROGRESS";
  found[AT.totalAuthorizedAmount] = toNumber(authorized);
  found[AT.totalCapturedAmount] = toNumber(captured);
  if (has["order.totalDisbursedAmount"]) found[AT.totalDisbursedAmount] = toNumber(disbursed);
  found[AT.totalRefundedAmount] = toNumber(refunded);
}

/** ISO 8601 with milliseconds, as timeOfRecord and its like. */
export function timeOf(transaction: Transaction | undefined): string {
  return isoTime(transaction?.at ?? 0);
}

const NET = "order.netAmount";

/**
 * What the gateway added to the newest net amount; undefined when none of the order's groups has one (interface
 * section 2.6).
 */
function merchantChargeOf({ transactions }: Order, groups: readonly JsonObject[]): JsonObject | undefined {
  if (textOf(groups, "netAmount") === undefined) return undefined;
  const newest = transactions.findLast((it) => amountAt(it.request, NET) !== undefined);
  const net = newest && amountAt(newest.request, NET);
  // A verification moves nothing, so that nothing is charged.
  if (newest === undefined || net === undefined || newest.amount < net) return undefined;
  return { amount: toNumber(subtract(newest.amount, net)), type: CHARGE_TYPE };
}

/** order.amount and order.currency: of the newest transaction that says them (assumption A87). */
export function orderAmountOf(order: Order): { readonly amount: Amount; readonly currency: string } {
  const saying = order.transactions.findLast(saysAmount) ?? order.transactions[0];
  if (saying === undefined) throw new Error(`order ${order.id} has no transaction`);
  const isZero = OPERATION_DEFINITIONS[saying.operation].orderAmount === "zero";
  return { amount: isZero ? ZERO : saying.amount, currency: saying.currency };
}

function saysAmount(transaction: Transaction): boolean {
  switch (OPERATION_DEFINITIONS[transaction.operation].orderAmount) {
    case "amount":
    case "zero":
      return true;
    case "amount-when-standalone":
      return transaction.standalone;
    case "amount-when-successful":
      return succeeded(transaction);
    case "unchanged":
      return false;
  }
}

/** The wallet that tells the gateway which of its interactions a payment belongs to. */
const WITH_CALL_ID = "WALLET_F";

/**
 * order.wallet, by the order groups of requests, the newest first: requests have no such member, so that the id is made
 * up (interface section 2.10, assumption A113).
 */
function walletOf({ transactions }: Order, groups: readonly JsonObject[]): JsonObject | undefined {
  if (textOf(groups, "walletProvider") !== WITH_CALL_ID) return undefined;
  const naming = transactions.findLast(namesWallet);
  return naming && { walletF: { callId: callIdOf(naming) } };
}

function namesWallet({ request }: Transaction): boolean {
  return newestText([request], "order", "walletProvider") !== undefined;
}
