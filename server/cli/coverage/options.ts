import { nearest } from "../../domain/nearest.ts";
import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { CoverageFloors } from "../../verdict/coverage/contract-coverage-report.ts";
import type { CoverageScope } from "../../verdict/coverage/contract-coverage.ts";
import type { ScenarioFloors } from "../../verdict/coverage/scenario-coverage-report.ts";
import { flagValue } from "../kernel/command.ts";
import type { Invocation } from "../kernel/command.ts";
import { readFloors, readScenarioFloors } from "../kernel/fail-under.ts";
import { UsageError } from "../kernel/usage-error.ts";

/** What of the gateway is to be covered; undefined: all of it. */
export type CoverageNarrowing = Pick<CoverageScope, "operations" | "versions">;

/** What `gateway-sandbox coverage` is asked for. */
export type CoverageWish = { readonly merchant: string | undefined } & (
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

export function readCoverageWish({ given }: Pick<Invocation, "given">): CoverageWish {
  const merchant = flagValue({ given }, "merchant");
  const floors = given.get("fail-under") ?? [];
  if (!given.has("contract")) {
    const lost = OF_CONTRACT.find((name) => given.has(name));
    if (lost !== undefined) throw new UsageError(`--${lost} belongs to --contract`);
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
  const hint = meant === undefined ? `there are ${OPERATIONS.join(", ")}` : `did you mean ${meant}?`;
  throw new UsageError(`--operations: '${word}' is no operation; ${hint}`);
}

function readVersion(word: string): number {
  const version = /^\d{1,3}$/.test(word) ? Number(word) : NaN;
  if (version >= VERSION_MIN && version <= VERSION_MAX) return version;
  throw new UsageError(
    `--versions takes whole numbers from ${VERSION_MIN} to ${VERSION_MAX}, parted by commas, and '${word}' is none`,
  );
}
