import { nearest } from "../../domain/nearest.ts";
import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { COVERED_PARTS } from "../../verdict/coverage/coverage-report.ts";
import type { CoverageFloors, ScenarioFloors } from "../../verdict/coverage/coverage-report.ts";
import { COVERAGE_AREAS } from "../../verdict/coverage/contract-coverage.ts";
import type { CoverageScope } from "../../verdict/coverage/contract-coverage.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { Invocation } from "../kernel/command.ts";

/** What of the gateway is to be covered; undefined: all of it. */
export type CoverageNarrowing = Pick<CoverageScope, "operations" | "versions">;

/** What `gateway-sandbox coverage` is asked for. */
export type CoverageOptions = { readonly merchant: string | undefined } & (
  | { readonly of: "scenarios"; readonly floors: ScenarioFloors }
  | {
      readonly of: "contract";
      readonly floors: CoverageFloors;
      readonly narrowing: CoverageNarrowing;
      /** File for the state diagram. */
      readonly diagram: string | undefined;
    }
);

const OF_CONTRACT = ["operations", "versions", "diagram"];

export function readCoverageOptions({ given }: Pick<Invocation, "given">): CoverageOptions {
  const merchant = flagValue({ given }, "merchant");
  const floors = given.get("fail-under") ?? [];
  if (!given.has("contract")) {
    const lost = OF_CONTRACT.find((name) => given.has(name));
    if (lost !== undefined) throw new UsageError(`--${lost} requires --contract`);
    return { of: "scenarios", merchant, floors: readScenarioFloors(floors) };
  }
  const list = (name: string): readonly string[] | undefined =>
    flagValue({ given }, name)
      ?.split(",")
      .map((word) => word.trim());
  const narrowing = {
    operations: list("operations")?.map(readOperation),
    versions: list("versions")?.map(readVersion),
  };
  const diagram = flagValue({ given }, "diagram");
  return { of: "contract", merchant, floors: readFloors(floors), narrowing, diagram };
}

function readOperation(word: string): Operation {
  const operation = OPERATIONS.find((name) => name === word);
  if (operation !== undefined) return operation;
  const meant = nearest(word, OPERATIONS);
  const hint = meant === undefined ? `it must be one of ${OPERATIONS.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`--operations: '${word}' is not an operation; ${hint}`);
}

function readVersion(word: string): number {
  const version = /^\d{1,3}$/.test(word) ? Number(word) : NaN;
  if (version >= VERSION_MIN && version <= VERSION_MAX) return version;
  throw new UsageError(
    `--versions must be comma-separated whole numbers from ${VERSION_MIN} to ${VERSION_MAX}, but '${word}' is not`,
  );
}

/** Reads the values of `--fail-under`: a percentage of all, or `transitions=50` of one area. */
function readFloors(values: readonly string[]): CoverageFloors {
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
  const hint = meant === undefined ? `it must be one of ${known.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`--fail-under: '${word}' is not a coverage area; ${hint}`);
}

function percentOf(text: string): number {
  const percent = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (percent <= 100) return percent;
  throw new UsageError(`--fail-under must be a percentage from 0 to 100, not '${text}'`);
}
