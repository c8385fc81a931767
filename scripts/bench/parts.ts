import type { Bench } from "./bench.ts";
import type { Contested } from "./contest.ts";
import { measureFlatness } from "./flat-part.ts";
import type { Stored } from "./flat-part.ts";
import { measureIdle } from "./idle-part.ts";
import type { Part } from "./options.ts";
import { measurePaint } from "./paint-part.ts";
import { measureRates } from "./rate-part.ts";
import { contestReport, idleReport, paintReport, startReport, storedReport } from "./report.ts";
import type { Result } from "./result.ts";
import { measureSettings } from "./settings-part.ts";
import { measureShared } from "./shared-part.ts";
import { measureStart } from "./start-part.ts";

type Print = (text: string) => void;

/** Every part that was asked for, one after the other; each is printed when it is there. */
export async function measureParts(bench: Bench, print: Print): Promise<Result> {
  const asked = (part: Part): boolean => bench.options.parts.includes(part);
  const contests = [
    ...(asked("rate") ? printed(await measureRates(bench), print) : []),
    ...(asked("settings") ? printed(await measureSettings(bench), print) : []),
    ...(asked("shared") ? printed(await measureShared(bench), print) : []),
  ];
  const stored: Stored[] = [];
  for (const orders of asked("flat") ? bench.options.orders : []) {
    const flat = await measureFlatness(bench, orders);
    contests.push(...printed(flat.contests, print));
    print(storedReport(flat.stored));
    stored.push(flat.stored);
  }
  const start = asked("start") ? await measureStart(bench) : undefined;
  if (start !== undefined) print(startReport(start));
  const idle = asked("idle") ? await measureIdle(bench) : undefined;
  if (idle !== undefined) print(idleReport(idle));
  const paint = asked("paint") ? await measurePaint(bench) : undefined;
  if (paint !== undefined) print(paintReport(paint));
  return { contests, stored, start, idle, paint };
}

function printed(contests: readonly Contested[], print: Print): readonly Contested[] {
  for (const contest of contests) print(contestReport(contest));
  return contests;
}
