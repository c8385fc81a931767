import { ORDER_STATUSES } from "../../domain/order/status.ts";
import type { Report, ReportCase, ReportTable } from "../../report/report.ts";
import type { CoverageArea, CoverageItem } from "./contract-coverage-area.ts";
import { COVERAGE_AREAS } from "./contract-coverage.ts";
import type { ContractCoverage, CoverageAreaName } from "./contract-coverage.ts";

/** What must be covered at least, in percent; of an area that is not named, nothing. */
export type CoverageFloors = Readonly<Partial<Record<CoverageAreaName | "all", number>>>;

/** What people call the areas. */
const TITLES: Readonly<Record<CoverageAreaName, string>> = {
  operations: "Operations and versions",
  transitions: "Transitions of orders",
  refusals: "Classes of refusals",
  rules: "Rules that refuse",
  codes: "Gateway codes",
};

export function contractCoverageReport(
  coverage: ContractCoverage,
  subject: string,
  floors: CoverageFloors,
): Report {
  const cases = casesOf(coverage, floors);
  const { met, of, percent } = coverage;
  return {
    title: "Contract coverage",
    subject,
    summary: `${percent} % of the gateway was met: ${met} of ${of}.`,
    verdict: cases.some(({ outcome }) => outcome === "failed") ? "failed" : "passed",
    issues: [],
    cases,
    tables: [
      ...coverageOverview(coverage),
      ...COVERAGE_AREAS.map((name) => itemTable(TITLES[name], coverage.areas[name])),
    ],
    series: [],
  };
}

/** What there is to say in short: the areas, and the state diagram as a table. */
export function coverageOverview(coverage: ContractCoverage): readonly ReportTable[] {
  return [areaTable(coverage), matrixOf(coverage.areas.transitions)];
}

/** One for each area, and for all together when that must reach something. */
function casesOf({ areas, ...all }: ContractCoverage, floors: CoverageFloors): readonly ReportCase[] {
  const named = COVERAGE_AREAS.map((name) => caseOf(TITLES[name], areas[name], floors[name]));
  return floors.all === undefined ? named : [...named, caseOf("All of it", all, floors.all)];
}

function caseOf(
  name: string,
  { met, of, percent }: Pick<CoverageArea, "met" | "of" | "percent">,
  floor: number | undefined,
): ReportCase {
  const isBelow = floor !== undefined && percent < floor;
  const says = `${percent} % was met, ${met} of ${of}`;
  return {
    group: "Contract coverage",
    name,
    outcome: isBelow ? "failed" : "passed",
    message: isBelow ? `${says}; it must be ${floor} % at least` : undefined,
  };
}

function areaTable({ areas, met, of, percent }: ContractCoverage): ReportTable {
  const rows = COVERAGE_AREAS.map((name) => {
    const area = areas[name];
    return [TITLES[name], area.met, area.of, area.percent];
  });
  return {
    title: "Contract coverage",
    columns: ["what", "met", "of", "percent"],
    rows: [...rows, ["All of it", met, of, percent]],
  };
}

/** The state diagram as a table: how many of the transactions that lead from one status to another were made. */
function matrixOf({ items }: CoverageArea): ReportTable {
  const reached = ORDER_STATUSES.filter((to) => items.some(({ about }) => about["to"] === to));
  const cell = (from: string, to: string): string => {
    const along = items.filter(({ about }) => about["from"] === from && about["to"] === to);
    const walked = along.filter(({ isMet }) => isMet).length;
    return along.length === 0 ? "" : `${walked}/${along.length}`;
  };
  const left = ["NEW", ...ORDER_STATUSES].filter((from) => items.some(({ about }) => about["from"] === from));
  return {
    title: "Transitions walked, from the status in front to the one above",
    columns: ["from", ...reached],
    rows: left.map((from) => [from, ...reached.map((to) => cell(from, to))]),
  };
}

function itemTable(title: string, { items, others }: CoverageArea): ReportTable {
  return {
    title,
    columns: ["name", "met", "times", "refused", "first exchange"],
    rows: [
      ...items.map((item) => rowOf(item, item.isMet ? "yes" : "never")),
      ...others.map((item) => rowOf(item, "not counted")),
    ],
  };
}

function rowOf(item: CoverageItem, met: string): ReportTable["rows"][number] {
  const { name, times, refused, example, about } = item;
  const { transaction, from, to } = about;
  const shown = transaction === undefined ? name : `${transaction}: ${from ?? ""} to ${to ?? ""}`;
  return [shown, met, times, refused, example ?? ""];
}
