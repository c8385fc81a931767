import { ORDER_STATUSES } from "../../domain/order/status.ts";
import type { Report, ReportCase, ReportIssue, ReportTable } from "../../report/report.ts";
import { COVERAGE_AREAS } from "./contract-coverage.ts";
import type { ContractCoverage, CoverageArea, CoverageAreaName, CoverageItem } from "./contract-coverage.ts";
import { keyOf } from "./scenario-coverage.ts";
import type { CoveredCase, CoveredRule, ScenarioCoverage } from "./scenario-coverage.ts";

/** What must be covered at least, in percent; of an area that is not named, nothing. */
export type CoverageFloors = Readonly<Partial<Record<CoverageAreaName | "all", number>>>;

/** What people call the areas. */
const TITLES: Readonly<Record<CoverageAreaName, string>> = {
  operations: "Operations and versions",
  transitions: "Order transitions",
  refusals: "Refusal classes",
  rules: "Order rules",
  codes: "Gateway codes",
};

export function contractCoverageReport(
  coverage: ContractCoverage,
  subject: string,
  floors: CoverageFloors,
): Report {
  const cases = casesOf(coverage, floors);
  const missed = cases.filter(({ outcome }) => outcome === "failed");
  const { met, of, percent } = coverage;
  return {
    title: "Contract coverage",
    subject,
    summary: `${percent} % of the gateway was covered: ${met} of ${of}.`,
    verdict: missed.length > 0 ? "failed" : "passed",
    issues: missed.map(({ name, message = "" }) => floorIssue(`${name}: ${message}`)),
    cases,
    tables: [
      ...coverageOverview(coverage),
      ...COVERAGE_AREAS.map((name) => itemTable(TITLES[name], coverage.areas[name])),
    ],
    series: [],
  };
}

/** What was required and not reached, for reports that show issues and not cases. */
function floorIssue(message: string): ReportIssue {
  return {
    ruleId: "coverage-too-low",
    ruleTitle: "Less was covered than is required",
    ruleHelp: "docs/coverage.md",
    severity: "error",
    message,
    count: 1,
    exchanges: [],
  };
}

/** What there is to say in short: the areas, and the state diagram as a table. */
export function coverageOverview(coverage: ContractCoverage): readonly ReportTable[] {
  return [areaTable(coverage), matrixOf(coverage.areas.transitions)];
}

/** One for each area, and for all together when that must reach something. */
function casesOf({ areas, ...all }: ContractCoverage, floors: CoverageFloors): readonly ReportCase[] {
  const named = COVERAGE_AREAS.map((name) => caseOf(TITLES[name], areas[name], floors[name]));
  return floors.all === undefined ? named : [...named, caseOf("Total", all, floors.all)];
}

function caseOf(
  name: string,
  { met, of, percent }: Pick<CoverageArea, "met" | "of" | "percent">,
  floor: number | undefined,
): ReportCase {
  const isBelow = floor !== undefined && percent < floor;
  const says = `${percent} % was covered, ${met} of ${of}`;
  return {
    group: "Contract coverage",
    name,
    outcome: isBelow ? "failed" : "passed",
    message: isBelow ? `${says}; at least ${floor} % is required` : undefined,
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
    rows: [...rows, ["Total", met, of, percent]],
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
    title: "Transitions taken, from the status on the left to the one above",
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

/** What a plan can be measured by, in percent. */
export const COVERED_PARTS = ["rules", "cases"] as const;
export type ScenarioFloors = Readonly<Partial<Record<(typeof COVERED_PARTS)[number], number>>>;

/** What of the test plan was exercised. A case that never was is skipped, and fails when a floor was missed. */
export function scenarioCoverageReport(
  coverage: ScenarioCoverage,
  subject: string,
  floors: ScenarioFloors,
): Report {
  const missed = missedOf(coverage, floors);
  const isBelow = missed.length > 0;
  return {
    title: "Scenario coverage",
    subject,
    summary: summaryOf(coverage, missed),
    verdict: isBelow ? "failed" : "passed",
    issues: missed.map(({ what, reached }) =>
      floorIssue(`at least ${what} is required, and ${reached} % was covered`),
    ),
    cases: coverage.cases.map((it) => caseOfPlan(it, isBelow)),
    tables: [
      ruleTable(`Rules of ${scenariosOf(coverage)}`, coverage.rules),
      ...(coverage.shipped.length === 0
        ? []
        : [ruleTable("Shipped rules, which do not count", coverage.shipped)]),
      ...(coverage.others.length === 0 ? [] : [ruleTable("Other rules that answered", coverage.others)]),
    ],
    series: [],
  };
}

/** Those whose rules are listed first: what ships has a table of its own beside a plan, and files of tables no rules. */
function scenariosOf({ rules }: ScenarioCoverage): string {
  return [...new Set(rules.map(({ scenario }) => scenario))].join(", ") || "no scenario";
}

interface MissedFloor {
  readonly what: string;
  /** In percent. */
  readonly reached: number;
}

function missedOf(
  { percent, casesPercent }: ScenarioCoverage,
  floors: ScenarioFloors,
): readonly MissedFloor[] {
  const reached = { rules: percent, cases: casesPercent };
  return COVERED_PARTS.flatMap((part) => {
    const floor = floors[part] ?? 0;
    return reached[part] < floor ? [{ what: `${floor} % of ${part}`, reached: reached[part] }] : [];
  });
}

function summaryOf(
  { rules, cases, percent, casesPercent }: ScenarioCoverage,
  missed: readonly MissedFloor[],
): string {
  const answered = rules.filter(({ times }) => times > 0).length;
  const exercised = cases.filter(({ times }) => times > 0).length;
  const plan =
    cases.length === 0 ? "" : `, and ${exercised} of ${cases.length} cases were exercised, ${casesPercent} %`;
  const required = missed.map(({ what }) => what).join(" and ");
  const end = missed.length === 0 ? "." : `; at least ${required} is required.`;
  return `${answered} of ${rules.length} rules answered, ${percent} %${plan}${end}`;
}

function caseOfPlan({ case: name, times, rules }: CoveredCase, isBelow: boolean): ReportCase {
  if (times > 0) return { group: "Scenario coverage", name, outcome: "passed" };
  return {
    group: "Scenario coverage",
    name,
    outcome: isBelow ? "failed" : "skipped",
    message: `never exercised: no request was answered by ${rules.join(" or ")}`,
  };
}

/** How often each rule had a part in an answer. */
export function ruleTable(title: string, rules: readonly CoveredRule[]): ReportTable {
  return {
    title,
    columns: ["rule", "case", "times", "last exchange", "note"],
    rows: rules.map((rule) => [
      ...[keyOf(rule), rule.case ?? "", rule.times],
      ...[rule.lastExchange ?? "", rule.note ?? ""],
    ]),
  };
}
