import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FileError } from "../document/file-problem.ts";
import type { Report } from "../report/report.ts";
import { contractCoverageReport } from "../verdict/contract-coverage-report.ts";
import type { CoverageFloors } from "../verdict/contract-coverage-report.ts";
import type { ContractCoverage } from "../verdict/contract-coverage.ts";
import { scenarioCoverageReport } from "../verdict/scenario-coverage-report.ts";
import type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
import { flagValue } from "./command.ts";
import type { Invocation } from "./command.ts";
import type { ControlClient } from "./control-client.ts";
import { readFloor, readFloors } from "./fail-under.ts";
import { merchantPath, subjectOf } from "./sandbox-material.ts";
import { UsageError } from "./usage-error.ts";

/** What `gateway-sandbox coverage` is asked for. */
export type CoverageWish = { readonly merchant: string | undefined } & (
  | { readonly of: "scenarios"; readonly floor: number | undefined }
  | {
      readonly of: "contract";
      readonly floors: CoverageFloors;
      /** The query that narrows it; "" when nothing does. */
      readonly query: string;
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
    return { of: "scenarios", merchant, floor: readFloor(floors) };
  }
  const narrow = ["operations", "versions"].flatMap((name) => {
    const value = flagValue({ given }, name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const query = new URLSearchParams(narrow).toString();
  const diagram = flagValue({ given }, "diagram");
  return { of: "contract", merchant, floors: readFloors(floors), query, diagram };
}

/** Asks the running sandbox. */
export async function coverageOf(client: ControlClient, wish: CoverageWish): Promise<Report> {
  const { merchant } = wish;
  const subject = subjectOf(client, merchant);
  if (wish.of === "scenarios") {
    const coverage = (await client.get(merchantPath(merchant, "coverage"))) as ScenarioCoverage;
    return scenarioCoverageReport(coverage, subject, wish.floor);
  }
  const path = merchantPath(merchant, "contract-coverage");
  const asked = wish.query === "" ? path : `${path}?${wish.query}`;
  const coverage = (await client.get(asked)) as ContractCoverage;
  if (wish.diagram !== undefined) writeDiagram(wish.diagram, coverage.diagram);
  return contractCoverageReport(coverage, subject, wish.floors);
}

function writeDiagram(file: string, diagram: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, diagram);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
    throw new FileError([{ file, line: 0, column: 0, message: `it cannot be written: ${code}` }], { cause });
  }
}
