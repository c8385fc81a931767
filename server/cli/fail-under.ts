import { nearest } from "../domain/nearest.ts";
import { COVERAGE_AREAS } from "../verdict/contract-coverage.ts";
import type { CoverageFloors } from "../verdict/contract-coverage-report.ts";
import { UsageError } from "./usage-error.ts";

/** Reads the values of `--fail-under`: a percentage of all, or `transitions=50` of one area. */
export function readFloors(values: readonly string[]): CoverageFloors {
  return Object.fromEntries(
    values.map((value) => {
      const end = value.indexOf("=");
      return [end < 0 ? "all" : areaOf(value.slice(0, end)), percentOf(value.slice(end + 1))];
    }),
  );
}

/** The percentage of one thing that has no areas. */
export function readFloor(values: readonly string[]): number | undefined {
  const last = values.at(-1);
  if (last?.includes("="))
    throw new UsageError(`--fail-under ${last} names an area, and only --contract has any`);
  return last === undefined ? undefined : percentOf(last);
}

function areaOf(word: string): string {
  const area = COVERAGE_AREAS.find((name) => name === word);
  if (area !== undefined) return area;
  const meant = nearest(word, COVERAGE_AREAS);
  const hint = meant === undefined ? `there are ${COVERAGE_AREAS.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`--fail-under: there is no '${word}' to be covered; ${hint}`);
}

function percentOf(text: string): number {
  const percent = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (percent <= 100) return percent;
  throw new UsageError(`--fail-under takes a percentage from 0 to 100, and '${text}' is none`);
}
