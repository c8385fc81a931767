import type { Order } from "../../server/domain/order/order.ts";
import { openLogStore } from "../../server/store/log-store.ts";
import type { Store } from "../../server/store/store.ts";
import { MERCHANT } from "./requests.ts";

/**
 * Fills a data folder through the store's own code, without HTTP, which would take minutes for each hundred thousand
 * orders. Every order is a copy of one that the gateway stored there before, under an id of its own.
 */

/** Orders that are on their way to the disk together. */
const SLICE = 2_000;

/** What a commit leaves beside the order. */
const NOTHING_BESIDE = { records: [], result: undefined };

const [folder = "", pattern = "", count = "0"] = process.argv.slice(2);
const store = await openLogStore({ folder, log: () => undefined });
const order = await store.find({ merchantId: MERCHANT, orderId: pattern });
if (order === undefined) throw new Error(`${folder} contains no order ${pattern}`);
for (let from = 1; from <= Number(count); from += SLICE) {
  const length = Math.min(SLICE, Number(count) - from + 1);
  await Promise.all(Array.from({ length }, (_, index) => copy(store, order, `filled-${from + index}`)));
}
await store.close();
process.send?.("filled");
process.disconnect();

function copy(to: Store, { transactions }: Order, orderId: string): Promise<void> {
  const key = { merchantId: MERCHANT, orderId, records: [] };
  return to.transact(key, () => ({
    ...NOTHING_BESIDE,
    order: { merchantId: MERCHANT, id: orderId, transactions },
  }));
}
