import { createWaits } from "../gateway/time/waits.ts";
import { openLogStore } from "../store/log-store.ts";
import type { Config } from "./settings/settings.ts";
import type { Storage, StorageParts } from "./fellows.ts";
import { reportBug } from "./log.ts";
import type { Log } from "./log.ts";

/** Opens the database that the settings name, or the data folder. */
export async function openStorage(config: Config, log: Log, parts: StorageParts): Promise<Storage> {
  const { metrics, around } = parts;
  if (config.store !== undefined) {
    // The client library is loaded for those who use it.
    const { openSharedStorage } = await import("./shared-storage.ts");
    return openSharedStorage(config, log, parts);
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
