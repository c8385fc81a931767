import { valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { RecordRef, Store } from "../../store/store.ts";

/** How a merchant's time goes: with the sandbox's own, so many milliseconds ahead of it, or not at all. */
export type ClockSetting =
  | { readonly mode: "real"; readonly offsetMs: number }
  | { readonly mode: "frozen"; readonly at: number };

/** What can be done to a clock. Moving it on keeps it running, or standing, as it was. */
export type ClockChange =
  | { readonly mode: "real" }
  | { readonly mode: "frozen"; readonly at: number }
  | { readonly advanceMs: number };

export interface ClockReading {
  readonly setting: ClockSetting;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The clock of every merchant, which tests move instead of waiting. A setting survives a restart and a reset. */
export interface Clocks {
  /** By the record that CLOCK_REF names. */
  inRecord: (record: JsonObject | undefined) => number;
  now: (merchantId: string) => Promise<number>;
  read: (merchantId: string) => Promise<ClockReading>;
  /** Undefined when the clock would leave the range of times, and then it is as it was. */
  set: (merchantId: string, change: ClockChange) => Promise<ClockReading | undefined>;
}

export interface ClockParts {
  readonly store: Pick<Store, "findRecord" | "transact">;
  /** The sandbox's own clock: milliseconds since 1970. */
  readonly clock: () => number;
  /** Called when the merchant's clock has been moved. */
  readonly moved?: (merchantId: string) => void;
}

/** 1970 to 9999: what ISO 8601 writes with four digits of the year. */
export const TIME_MAX = Date.parse("9999-12-31T23:59:59.999Z");

/** Where the setting of a merchant's clock stands. */
export const CLOCK_REF: RecordRef = { kind: "clock", id: "clock" };
const REAL: ClockSetting = { mode: "real", offsetMs: 0 };

export function createClocks({ store, clock, moved }: ClockParts): Clocks {
  const inRecord = (record: JsonObject | undefined): number => timeBy(settingOf(record), clock());
  const reading = (setting: ClockSetting): ClockReading => ({ setting, now: timeBy(setting, clock()) });
  return {
    inRecord,
    read: async (merchantId) => reading(settingOf(await store.findRecord(merchantId, CLOCK_REF))),
    now: async (merchantId) => inRecord(await store.findRecord(merchantId, CLOCK_REF)),
    set: async (merchantId, change) => {
      const read = await store.transact(
        { merchantId, orderId: undefined, records: [CLOCK_REF] },
        ({ records }) => {
          const changed = reading(changedBy(settingOf(records[0]), change));
          const isTime = changed.now >= 0 && changed.now <= TIME_MAX;
          return {
            order: undefined,
            records: isTime ? [{ ...CLOCK_REF, value: { ...changed.setting } }] : [],
            result: isTime ? changed : undefined,
          };
        },
      );
      moved?.(merchantId);
      return read;
    },
  };
}

function timeBy(setting: ClockSetting, real: number): number {
  return setting.mode === "frozen" ? setting.at : real + setting.offsetMs;
}

function changedBy(setting: ClockSetting, change: ClockChange): ClockSetting {
  if (!("advanceMs" in change)) return change.mode === "real" ? REAL : change;
  return setting.mode === "frozen"
    ? { ...setting, at: setting.at + change.advanceMs }
    : { ...setting, offsetMs: setting.offsetMs + change.advanceMs };
}

function settingOf(record: JsonObject | undefined): ClockSetting {
  if (record === undefined) return REAL;
  const at = valueAt(record, "at");
  if (typeof at === "number") return { mode: "frozen", at };
  const offsetMs = valueAt(record, "offsetMs");
  return typeof offsetMs === "number" ? { mode: "real", offsetMs } : REAL;
}
