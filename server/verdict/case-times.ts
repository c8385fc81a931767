import type { Exchange } from "../domain/record/exchange.ts";
import type { ReportCase } from "../report/report.ts";

/** How long the exchanges of these ids took together, in milliseconds; undefined when none of them is known. */
export type TimeOf = (ids: readonly string[]) => number | undefined;

export function timesOf(exchanges: Iterable<Exchange>): TimeOf {
  const durations = new Map<string, number>();
  for (const { id, durationMs } of exchanges) durations.set(id, durationMs);
  return (ids) => {
    const known = ids.flatMap((id) => durations.get(id) ?? []);
    return known.length === 0 ? undefined : known.reduce((sum, durationMs) => sum + durationMs, 0);
  };
}

/** Cases take the time of the exchanges that they name; a case that names none takes none that could be told. */
export function withTimes(cases: readonly ReportCase[], timeOf: TimeOf): readonly ReportCase[] {
  return cases.map((it) => ({ ...it, durationMs: it.durationMs ?? timeOf(it.exchanges ?? []) }));
}
