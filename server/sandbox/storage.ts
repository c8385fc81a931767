import { createWaits } from "../gateway/time/waits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { openLogStore } from "../store/log-store.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./settings/settings.ts";
import type { Storage } from "./fellows.ts";
import { reportBug } from "./log.ts";
import type { Log } from "./log.ts";

/** Opens the database that the settings name, or the data folder. */
export async function openStorage(
  config: Config,
  log: Log,
  { metrics, around }: { readonly metrics: Metrics | undefined; readonly around: (store: Store) => Store },
): Promise<Storage> {
  if (config.store !== undefined) {
    // The client library is loaded for those who use it.
    const { openSharedStorage } = await import("./shared-storage.ts");
    return openSharedStorage(config, log, around);
  }
  const synced = metrics === undefined ? {} : { synced: metrics.synced };
  const store = await openLogStore({ folder: config.dataFolder, log, onDamage: config.onDamage, ...synced });
  return {
    store: around(store),
    fellows: undefined,
    waits: createWaits(),
    deliver: (notifications) => {
      const resumed = notifications.resume().catch((error: unknown) => {
        reportBug(log, error, {});
      });
      return () => resumed;
    },
  };
}
