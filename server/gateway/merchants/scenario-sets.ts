import { valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { RecordRef, Store } from "../../store/store.ts";

/** The scenario files that the control API chose for merchants. A choice survives a restart and a reset. */
export interface ScenarioSets {
  /** Undefined: none was chosen. */
  find: (merchantId: string) => Promise<readonly string[] | undefined>;
  /** Undefined goes back to what the settings say. */
  choose: (merchantId: string, names: readonly string[] | undefined) => Promise<void>;
}

const RECORD: RecordRef = { kind: "scenario-set", id: "scenario-set" };

export function createScenarioSets(store: Pick<Store, "findRecord" | "transact">): ScenarioSets {
  return {
    find: async (merchantId) => namesIn(await store.findRecord(merchantId, RECORD)),
    choose: (merchantId, names) =>
      store.transact({ merchantId, orderId: undefined, records: [RECORD] }, () => ({
        order: undefined,
        records: [{ ...RECORD, value: names && { names } }],
        result: undefined,
      })),
  };
}

function namesIn(record: JsonObject | undefined): readonly string[] | undefined {
  if (record === undefined) return undefined;
  const names = valueAt(record, "names");
  return Array.isArray(names) ? names.map(String) : undefined;
}
