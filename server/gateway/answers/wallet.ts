import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Order } from "../../domain/order.ts";
import { acquirerDataOf } from "./acquirer-data.ts";

/** The wallet that tells the gateway which of its interactions a payment belongs to. */
const WITH_CALL_ID = "WALLET_F";

/** order.wallet: requests have no such group, so that the id is made up (interface section 2.10, assumption A113). */
export function walletOf({ transactions }: Order): JsonObject | undefined {
  const provider = "order.walletProvider";
  const named = transactions.findLast(({ request }) => textAt(request, provider) !== undefined);
  return named && textAt(named.request, provider) === WITH_CALL_ID
    ? { walletF: { callId: acquirerDataOf(named).callId } }
    : undefined;
}
