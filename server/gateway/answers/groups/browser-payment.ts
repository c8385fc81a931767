import { isBrowserTransaction } from "../../../domain/order/browser-payment.ts";
import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Order } from "../../../domain/order/order.ts";
import { isoTime } from "../../../domain/time.ts";
import { acquirerMerchantId } from "../made-up/acquirer-data.ts";
import { publicNamesOf } from "../history.ts";
import type { History } from "../history.ts";

const DEFAULTS: JsonObject = { providerA: { paymentConfirmation: "CONFIRM_AT_PROVIDER" } };

/** How far the payer has come, as the order's newest entry of a browser payment has it (interface section 2.13). */
export function browserPaymentOf({ transactions }: Order): JsonObject {
  const newest = transactions.findLast(isBrowserTransaction);
  if (newest === undefined) return DEFAULTS;
  const { status, timeInitiated, timeReturned, redirectUrl } = newest.browser;
  const interaction = {
    status,
    timeInitiated: isoTime(timeInitiated),
    timeReturned: timeReturned === undefined ? undefined : isoTime(timeReturned),
  };
  return { ...DEFAULTS, interaction, redirectUrl };
}

/** A provider is no card acquirer: it books by its own name and date (assumption A136). */
export function providerMembers({ order, transaction, requests }: History): JsonObject {
  const [date, time] = isoTime(transaction.at).slice(0, 19).split("T");
  const provider = requests.order
    .map((it) => textAt(it, "sourceOfFunds.type"))
    .find((it) => it !== undefined);
  const id = publicNamesOf(order)?.["sourceOfFunds.type"] ?? provider;
  return { date, id, merchantId: acquirerMerchantId(order.merchantId), time };
}
