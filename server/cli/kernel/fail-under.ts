import { nearest } from "../../domain/nearest.ts";
import { COVERAGE_AREAS } from "../../verdict/coverage/contract-coverage.ts";
import type { CoverageFloors } from "../../verdict/coverage/contract-coverage-report.ts";
import { COVERED_PARTS } from "../../verdict/coverage/scenario-coverage-report.ts";
import type { ScenarioFloors } from "../../verdict/coverage/scenario-coverage-report.ts";
import { UsageError } from "./usage-error.ts";

/** Reads the values of `--fail-under`: a percentage of all, or `transitions=50` of one area. */
export function readFloors(values: readonly string[]): CoverageFloors {
  return Object.fromEntries(
    values.map((value) => {
      const end = value.indexOf("=");
      return [end < 0 ? "all" : areaOf(value.slice(0, end), COVERAGE_AREAS), percentOf(value.slice(end + 1))];
    }),
  );
}

/** The same of scenarios: a percentage of rules, or `cases=90`. */
export function readScenarioFloors(values: readonly string[]): ScenarioFloors {
  return Object.fromEntries(
    values.map((value) => {
      const end = value.indexOf("=");
      const part = end < 0 ? "rules" : areaOf(value.slice(0, end), COVERED_PARTS);
      return [part, percentOf(value.slice(end + 1))];
    }),
  );
}

function areaOf(word: string, known: readonly string[]): string {
  const area = known.find((name) => name === word);
  if (area !== undefined) return area;
  const meant = nearest(word, known);
  const hint = meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`--fail-under: there is no '${word}' to be covered; ${hint}`);
}

function percentOf(text: string): number {
  const percent = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (percent <= 100) return percent;
  throw new UsageError(`--fail-under takes a percentage from 0 to 100, and '${text}' is none`);
}
