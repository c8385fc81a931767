import { valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Deliberation } from "../../domain/record/deliberation.ts";
import type { Found, RecordChange, RecordRef, WorkKey } from "../../store/store.ts";
import { ARMED_REF } from "../merchants/armed-rules.ts";
import type { GatewayParts } from "../parts.ts";
import { pauseBeforeCommit, wantsPause } from "./pauses.ts";
import type { PausedCall } from "./pauses.ts";
import { addNotes, keepRecord } from "./run-record.ts";
import type { RunRecord } from "./run-record.ts";

/**
 * What has been done so that a decision can stand. A run tells what its decision needs; when that is done the request
 * is run again, as everything may have changed meanwhile.
 */
export interface Ready {
  /** Keys of the sequences whose counters the runs look up. */
  readonly counters: readonly string[];
  /** Whether the request has waited for what its scenario made it wait for. */
  readonly hasPaused: boolean;
  /** Whether the runs look up the armed rules, so that a use of one can be committed. */
  readonly namesArmed: boolean;
}

export const NOT_READY: Ready = { counters: [], hasPaused: false, namesArmed: false };

export function canStand(decision: Deliberation, { counters, hasPaused, namesArmed }: Ready): boolean {
  if (decision.counters.some((counter) => !counters.includes(counter))) return false;
  if (!hasPaused && wantsPause(decision)) return false;
  return namesArmed || decision.armed.length === 0;
}

/** Does the next thing that the decision needs: looks counters up, waits, or looks armed rules up. */
export async function prepare(
  parts: Pick<GatewayParts, "waits">,
  call: PausedCall,
  { counters, hasPaused, namesArmed }: Ready,
  { record, decision }: { readonly record: RunRecord; readonly decision: Deliberation },
): Promise<Ready> {
  const unknown = decision.counters.filter((counter) => !counters.includes(counter));
  if (unknown.length > 0) return { counters: [...counters, ...unknown], hasPaused, namesArmed };
  if (!hasPaused && wantsPause(decision)) {
    call.draft.pausedBy = decision.pausedBy.length === 0 ? undefined : decision.pausedBy;
    try {
      addNotes(call.draft, await pauseBeforeCommit(parts, call, decision));
    } catch (brokenOff) {
      keepRecord(call.draft, record);
      throw brokenOff;
    }
    return { counters, hasPaused: true, namesArmed };
  }
  return { counters, hasPaused, namesArmed: true };
}

/** The key of the work with the counters and the armed rules behind its other records. */
export function keyWith(
  { merchantId, orderId, records }: WorkKey,
  { counters, namesArmed }: Pick<Ready, "counters" | "namesArmed">,
): WorkKey {
  if (counters.length === 0 && !namesArmed) return { merchantId, orderId, records };
  const armed = namesArmed ? [ARMED_REF] : [];
  return { merchantId, orderId, records: [...records, ...counters.map(sequenceRef), ...armed] };
}

/** The record of the armed rules, when the key names it. */
export function armedRecord({ counters }: Ready, { records }: Found, key: WorkKey): JsonObject | undefined {
  return records[key.records.length + counters.length];
}

/** How often the sequences have been used, by their key. */
export function countsOf(
  counters: Ready["counters"],
  { records }: Found,
  key: WorkKey,
): ReadonlyMap<string, number> {
  if (counters.length === 0) return NO_COUNTS;
  return new Map(
    counters.map((counter, index) => {
      const used = valueAt(records[key.records.length + index], "used");
      return [counter, typeof used === "number" ? used : 0];
    }),
  );
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** The sequences that the decision uses go on with its commit. */
export function countersUsed(
  { counters }: Deliberation,
  counts: ReadonlyMap<string, number>,
): readonly RecordChange[] {
  return counters.map((counter) => ({
    ...sequenceRef(counter),
    value: { used: (counts.get(counter) ?? 0) + 1 },
  }));
}

function sequenceRef(counter: string): RecordRef {
  return { kind: "sequence", id: counter };
}
