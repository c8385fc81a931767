import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Store, Work, WorkKey } from "../store/store.ts";
import type { Answer } from "./answer.ts";
import { createGateway } from "./gateway.ts";
import type { Gateway } from "./gateway.ts";
import type { GatewayParts } from "./parts.ts";
import { NO_PATIENCE } from "./patience.ts";

/**
 * The same column on the same orders without any effect: nothing is stored or used up, nobody waits, no answer is
 * broken, and every rule of the scenarios is asked. For explanations.
 */
export function createDryGateway(parts: GatewayParts): Gateway {
  const armed = { of: parts.armed.of, use: (): void => undefined };
  const store = dryStore(parts.store);
  const gateway = createGateway({ ...parts, store, armed, patience: NO_PATIENCE, thorough: true });
  return {
    ...gateway,
    transact: async (call, payload) => unbroken(call.draft, await gateway.transact(call, payload)),
    inquireBalance: async (call, payload) =>
      unbroken(call.draft, await gateway.inquireBalance(call, payload)),
    assessRisk: async (call, payload) => unbroken(call.draft, await gateway.assessRisk(call, payload)),
  };
}

/** The answer that a fault would have broken; the record names the fault. */
function unbroken(draft: ExchangeDraft, { fault, ...answer }: Answer): Answer {
  if (fault === undefined) return answer;
  const { at, kind } = fault;
  draft.fault = { at, kind, lost: answer.status === 0 ? undefined : answer };
  return { ...answer, status: answer.status === 0 ? 200 : answer.status };
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
