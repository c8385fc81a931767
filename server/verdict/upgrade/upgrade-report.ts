import { breaks } from "../../domain/record/difference.ts";
import type { ContractPlace, DifferenceKind } from "../../domain/record/difference.ts";
import type { Report, ReportCase, ReportIssue, ReportTable } from "../../report/report.ts";
import type { MemberTally, OperationTally, UpgradeTally, UpgradeVersions } from "./tally.ts";
import { placeInContract } from "../../report/report.ts";

const HELP = "docs/upgrade-check.md";

/** What people call the kinds of difference. */
export const KIND_TITLES: Readonly<Record<DifferenceKind, string>> = {
  unknown: "refused: no longer known",
  renamed: "renamed or moved",
  required: "newly required",
  enumeration: "value gone",
  limit: "limit tightened",
  taken: "taken now, refused before",
};

export function upgradeReport(tally: UpgradeTally, versions: UpgradeVersions): Report {
  const { operations } = tally;
  const issues = operations.flatMap(issuesOf);
  const nothing = operations.length === 0 ? [nothingCompared()] : [];
  return {
    title: "Upgrade check",
    subject: `${versions.from === undefined ? "as sent," : `version ${versions.from}`} to version ${versions.to}`,
    summary: summaryOf(operations, versions.to),
    verdict: operations.some(({ breaking }) => breaking > 0) ? "failed" : "passed",
    issues: [...nothing, ...issues],
    cases: operations.map(caseOf),
    tables: [
      operationTable(operations),
      differenceTable(operations),
      placeTable(operations),
      sameTable(operations),
      countTable(tally),
    ],
    series: [],
  };
}

function summaryOf(operations: readonly OperationTally[], to: number): string {
  const sum = (of: (operation: OperationTally) => number): number =>
    operations.reduce((total, operation) => total + of(operation), 0);
  const [requests, breaking] = [sum((it) => it.requests), sum((it) => it.breaking)];
  if (requests === 0) return "Nothing was compared: no request has a contract.";
  if (breaking === 0) return `None of ${requests} requests breaks in version ${to}.`;
  const members = sum((it) => it.members.filter(({ example }) => breaks(example)).length);
  const by = `${members} ${members === 1 ? "difference" : "differences"}`;
  return `${breaking} of ${requests} requests ${breaking === 1 ? "breaks" : "break"} in version ${to}, by ${by}.`;
}

function nothingCompared(): ReportIssue {
  return {
    ruleId: "upgrade-nothing-compared",
    ruleTitle: "nothing to compare",
    ruleHelp: HELP,
    severity: "warning",
    message: "No request has a contract to compare.",
    count: 1,
    exchanges: [],
  };
}

function issuesOf({ operation, members }: OperationTally): readonly ReportIssue[] {
  return members.map(({ example, count, exchanges }) => ({
    ruleId: `upgrade-${example.kind}`,
    ruleTitle: KIND_TITLES[example.kind],
    ruleHelp: HELP,
    severity: breaks(example) ? "error" : "note",
    message: `${operation}: ${example.message}`,
    place: placeInContract(example.to),
    count,
    exchanges,
  }));
}

function caseOf({ operation, requests, breaking, members }: OperationTally): ReportCase {
  const names = members.flatMap(({ example }) =>
    breaks(example)
      ? [example.newName === undefined ? example.member : `${example.member} → ${example.newName}`]
      : [],
  );
  const breakers = members.flatMap(({ example, exchanges }) => (breaks(example) ? exchanges : []));
  return {
    group: "upgrade-check",
    name: operation,
    outcome: breaking > 0 ? "failed" : "passed",
    message: breaking > 0 ? `${breaking} of ${requests} requests break: ${names.join(", ")}` : undefined,
    exchanges: [...new Set(breakers)],
  };
}

function operationTable(operations: readonly OperationTally[]): ReportTable {
  return {
    title: "Operations",
    columns: ["operation", "requests", "break", "differences", "members still fine"],
    rows: operations.map(({ operation, requests, breaking, members, fine }) => {
      const differences = members.filter(({ example }) => breaks(example)).length;
      return [operation, requests, breaking, differences, fine.size];
    }),
  };
}

function differenceTable(operations: readonly OperationTally[]): ReportTable {
  return {
    title: "Differences that affect these requests",
    columns: ["operation", "member", "difference", "new name", "requests", "first exchange"],
    rows: rowsOf(operations, ({ example: { kind, code, member, newName = "" }, count, exchanges }) => {
      const title = kind === "limit" ? `${KIND_TITLES.limit} (${code})` : KIND_TITLES[kind];
      return [member, title, newName, count, exchanges[0] ?? ""];
    }),
  };
}

function placeTable(operations: readonly OperationTally[]): ReportTable {
  return {
    title: "Places in the contracts",
    columns: ["operation", "member", "contract before", "contract after"],
    rows: rowsOf(operations, ({ example: { member, from, to } }) => [member, placeName(from), placeName(to)]),
  };
}

function rowsOf(
  operations: readonly OperationTally[],
  cells: (member: MemberTally) => readonly (string | number)[],
): ReportTable["rows"] {
  return operations.flatMap(({ operation, members }) => members.map((one) => [operation, ...cells(one)]));
}

function placeName({ file, pointer }: ContractPlace): string {
  return `${file}#${pointer}`;
}

function sameTable(operations: readonly OperationTally[]): ReportTable {
  const rows = (operation: string, fate: string, members: ReadonlyMap<string, number>) =>
    [...members].map(([member, count]) => [operation, member, fate, count]);
  return {
    title: "Members without a difference",
    columns: ["operation", "member", "in both versions", "requests"],
    rows: operations.flatMap(({ operation, refused, fine }) => [
      ...rows(operation, "refused", refused),
      ...rows(operation, "fine", fine),
    ]),
  };
}

function countTable({ operations, skipped, exact, besideSession }: UpgradeTally): ReportTable {
  const compared = operations.reduce((total, { requests }) => total + requests, 0);
  return {
    title: "What was compared",
    columns: ["exchanges", "count"],
    rows: [
      ["compared", compared],
      ["of these, live (SANDBOX_SHADOW)", exact],
      ["of these, with a session that may contain missing members", besideSession],
      ["skipped: refused before the contract check", skipped["refused-before"]],
      ["skipped: calls without a contract", skipped["without-contract"]],
    ],
  };
}
