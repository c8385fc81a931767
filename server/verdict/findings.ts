import type { FindingCount, FindingGroup } from "../journal/finding-tally.ts";
import type { Report, ReportCase, ReportIssue, ReportTable } from "../report/report.ts";
import { placeInContract } from "../report/report.ts";

/** Everything that contracts remarked on requests: what was refused for it, and what was taken all the same. */
export interface Findings {
  readonly violations: number;
  readonly deviations: number;
  /** Findings that had no room in a group of their own. */
  readonly others: number;
  /** Violations first, then the most frequent, then what came first. */
  readonly groups: readonly FindingGroup[];
}

export function findingsOf({ groups, others }: FindingCount): Findings {
  const counted = (severity: FindingGroup["severity"]): number =>
    groups.reduce((sum, group) => sum + (group.severity === severity ? group.count : 0), 0);
  return {
    violations: counted("violation"),
    deviations: counted("deviation"),
    others,
    groups: groups.toSorted(byWeight),
  };
}

function byWeight(one: FindingGroup, other: FindingGroup): number {
  const [rank, otherRank] = [one, other].map(({ severity }) => (severity === "violation" ? 0 : 1));
  const isEarlier = one.first.at < other.first.at ? -1 : Number(one.first.at > other.first.at);
  return (rank ?? 0) - (otherRank ?? 0) || other.count - one.count || isEarlier;
}

const HELP = "docs/coverage.md#findings";

/**
 * A violation fails it: the gateway refuses such a request. A deviation is taken by the live gateway, too. What is told
 * elsewhere is only counted.
 */
export function findingsReport(
  findings: Findings,
  subject: string,
  isToldElsewhere: (group: FindingGroup) => boolean,
): Report {
  const { groups } = findings;
  const own = groups.filter((group) => !isToldElsewhere(group));
  return {
    title: "Findings",
    subject,
    summary: summaryOf(findings),
    verdict: own.some(({ severity }) => severity === "violation") ? "failed" : "passed",
    issues: own.map(issueOf),
    cases: casesOf(own),
    tables: groups.length === 0 ? [] : [tableOf(groups)],
    series: [],
  };
}

function summaryOf({ violations, deviations, others, groups }: Findings): string {
  if (groups.length === 0) return "No contract findings in any request.";
  const more = others === 0 ? "" : `, and ${others} more beyond the maximum number of groups`;
  return (
    `${counted(violations, "violation")} and ${counted(deviations, "deviation")} of contracts, ` +
    `in ${counted(groups.length, "group")} of rule and field${more}.`
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function issueOf(group: FindingGroup): ReportIssue {
  const { severity, code, contract, count, first, last } = group;
  return {
    ruleId: `contract-${code ?? "request"}`,
    ruleTitle: TITLES[code ?? "request"],
    ruleHelp: HELP,
    severity: severity === "violation" ? "error" : "warning",
    message: `${operationName(group)}: ${first.message}`,
    place: contract && placeInContract(contract),
    count,
    exchanges: [...new Set([first.exchange, last])],
  };
}

const TITLES: Readonly<Record<NonNullable<FindingGroup["code"]> | "request", string>> = {
  unknown: "Unknown member",
  missing: "Missing member",
  type: "Wrong type",
  fixed: "Wrong fixed value",
  enumeration: "Value that is not in the list",
  length: "Wrong length",
  range: "Number out of range",
  format: "Wrong format",
  count: "Wrong number of elements",
  contradiction: "Contradicting members",
  request: "Request without a contract",
};

function operationName({ operation, version }: Pick<FindingGroup, "operation" | "version">): string {
  return `${operation ?? "no operation"}${version === undefined ? "" : ` version ${version}`}`;
}

/** One for each operation and version; what was never wrong is not known here. */
function casesOf(groups: readonly FindingGroup[]): readonly ReportCase[] {
  const names = [...new Set(groups.map(operationName))];
  return names.map((name) => {
    const own = groups.filter((group) => operationName(group) === name);
    const refused = own.filter(({ severity }) => severity === "violation");
    const lines = refused.map(({ first, count }) => `${first.message} (${counted(count, "time")})`);
    return {
      group: "Contracts",
      name,
      outcome: refused.length > 0 ? "failed" : "passed",
      message: refused.length > 0 ? lines.join("\n") : undefined,
      exchanges: [...new Set(refused.flatMap(({ first, last }) => [first.exchange, last]))],
    };
  });
}

function tableOf(groups: readonly FindingGroup[]): ReportTable {
  return {
    title: "Findings by operation, version, field and rule",
    columns: [
      ...["operation", "version", "field", "finding", "count", "expected", "first value", "section"],
      ...["rule", "first exchange"],
    ],
    rows: groups.map(({ severity, code, operation, version, field, section, contract, count, first }) => [
      ...[operation ?? "-", version ?? "-", field ?? "-"],
      ...[`${severity}${code === undefined ? "" : ` (${code})`}`, count],
      ...[first.expected ?? "", first.got ?? "", section ?? "not shown"],
      ...[contract === undefined ? "" : `${contract.file}#${contract.pointer}`, first.exchange],
    ]),
  };
}
