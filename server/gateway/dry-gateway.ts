import type { Store, Work, WorkKey } from "../store/store.ts";
import { createGateway } from "./gateway.ts";
import { NO_NOTIFICATIONS } from "./notifications/owed-notifications.ts";
import type { Gateway } from "./gateway.ts";
import type { GatewayParts } from "./parts.ts";
import { NO_WAITS } from "./time/waits.ts";

/**
 * The same column on the same orders without any effect: nothing is stored or used up, nobody waits, and every
 * rule of the scenarios is asked. For explanations.
 */
export function createDryGateway(parts: GatewayParts): Gateway {
  const store = dryStore(parts.store);
  const without = { waits: NO_WAITS, notifications: NO_NOTIFICATIONS };
  return createGateway({ ...parts, ...without, store, thorough: true });
}

/** Shows what is stored, and forgets every change. */
function dryStore(store: Store): Store {
  const find = async ({ merchantId, orderId }: WorkKey): ReturnType<Store["find"]> =>
    orderId === undefined ? undefined : store.find({ merchantId, orderId });
  return {
    ...store,
    transact: async <R>(
      key: WorkKey,
      work: (found: Parameters<Parameters<Store["transact"]>[1]>[0]) => Work<R>,
    ) => {
      const order = await find(key);
      const records = await Promise.all(key.records.map((ref) => store.findRecord(key.merchantId, ref)));
      return work({ order, records }).result;
    },
  };
}
