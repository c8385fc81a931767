import type { JsonObject } from "../../../domain/json.ts";
import type { Order, Transaction } from "../../../domain/order/order.ts";
import { callIdOf } from "../made-up/acquirer-data.ts";
import { newestText, textOf } from "../history.ts";

/** The wallet that tells the gateway which of its interactions a payment belongs to. */
const WITH_CALL_ID = "WALLET_F";

/**
 * order.wallet, by the order groups of requests, the newest first: requests have no such member, so that the id is made
 * up (interface section 2.10, assumption A113).
 */
export function walletOf({ transactions }: Order, groups: readonly JsonObject[]): JsonObject | undefined {
  if (textOf(groups, "walletProvider") !== WITH_CALL_ID) return undefined;
  const naming = transactions.findLast(namesWallet);
  return naming && { walletF: { callId: callIdOf(naming) } };
}

function namesWallet({ request }: Transaction): boolean {
  return newestText([request], "order", "walletProvider") !== undefined;
}
