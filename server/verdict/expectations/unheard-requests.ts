import type { Exchange } from "../../domain/record/exchange.ts";
import type { ReportIssue } from "../../report/report.ts";
import { groupedBy } from "../conduct/grouped.ts";
import { countedWords } from "./outcome.ts";
import type { Verdict } from "./verify.ts";

/** The rule of a verdict that was made of nothing. */
export const NOTHING_LOOKED_AT = "nothing-looked-at";

/** Requests that never proved whose they are: no merchant's verdict tells of them. One issue for each reason. */
export function nobodysIssues(exchanges: readonly Exchange[]): readonly ReportIssue[] {
  const refused = exchanges.filter(
    ({ merchantId, refusal }) => merchantId === undefined && refusal !== undefined,
  );
  return [...groupedBy(refused, ({ refusal }) => refusal?.reason)].map(([reason = "", same]) => ({
    ruleId: "requests-of-nobody",
    ruleTitle: "Requests that got through to nobody",
    ruleHelp: "docs/verify.md#requests-that-got-through-to-nobody",
    severity: "warning",
    message: `${countedWords(same.length, "request")} refused as ${reason}: ${same[0]?.refusal?.explanation ?? ""}`,
    count: same.length,
    exchanges: same.map(({ id }) => id),
  }));
}

/** Good conduct of nobody tells nothing. */
export function nothingIssues(verdicts: readonly Pick<Verdict, "conduct">[]): readonly ReportIssue[] {
  if (verdicts.some(({ conduct }) => conduct.exchanges > 0)) return [];
  return [
    {
      ruleId: NOTHING_LOOKED_AT,
      ruleTitle: "Nothing was looked at",
      ruleHelp: "docs/verify.md#requests-that-got-through-to-nobody",
      severity: "warning",
      message: "No request of a merchant is among the exchanges, so that the verdict says nothing.",
      count: 1,
      exchanges: [],
    },
  ];
}
