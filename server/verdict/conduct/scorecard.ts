import type { Exchange } from "../../domain/exchange.ts";
import type { ReportSeverity } from "../../report/report.ts";
import { helpOf } from "./conduct-rule.ts";
import type { ConductRule, Remark } from "./conduct-rule.ts";
import { CONDUCT_RULES } from "./conduct-rules.ts";
import { blindSpotsOf, goneWords, isStopped } from "./blind-spots.ts";

/** How grave a rule is taken; off: it is not looked at. */
export type Weight = ReportSeverity | "off";

/** Rules that are taken otherwise than usual, by id. */
export type Weights = Readonly<Partial<Record<string, Weight>>>;

export interface RuleScore extends Pick<ConductRule, "id" | "title" | "reason"> {
  readonly severity: ReportSeverity;
  readonly help: string;
  /** Whether the exchanges tell anything about it. */
  readonly isJudged: boolean;
  readonly remarks: readonly Remark[];
}

/** How a client behaved, by every rule that is on. */
export interface Scorecard {
  /** No rule that counts as an error was broken. */
  readonly passed: boolean;
  /** How many exchanges were looked at. */
  readonly exchanges: number;
  /** How many older ones were no longer there. */
  readonly gone: number;
  /** How many of the rules were judged and kept. */
  readonly kept: number;
  readonly rules: readonly RuleScore[];
  /** What the exchanges cannot tell, in sentences. */
  readonly blindSpots: readonly string[];
}

/** The exchanges are those of one merchant, the oldest first; `gone`: how many older ones are no longer there. */
export function scorecardOf(exchanges: readonly Exchange[], weights: Weights = {}, gone = 0): Scorecard {
  const rules = CONDUCT_RULES.flatMap((rule) => {
    const weight = weights[rule.id] ?? (rule.isOnByDefault ? rule.severity : "off");
    return weight === "off" ? [] : [scoreOf(rule, weight, exchanges)];
  });
  const isBroken = ({ severity, remarks }: RuleScore): boolean => severity === "error" && remarks.length > 0;
  return {
    passed: !rules.some(isBroken),
    exchanges: exchanges.length,
    gone,
    kept: rules.filter(({ isJudged, remarks }) => isJudged && remarks.length === 0).length,
    rules,
    blindSpots: [
      ...(gone === 0 ? [] : [goneWords(gone)]),
      ...blindSpotsOf(
        exchanges,
        rules.filter(({ isJudged }) => !isJudged).map(({ id }) => id),
      ),
    ],
  };
}

function scoreOf(rule: ConductRule, severity: ReportSeverity, exchanges: readonly Exchange[]): RuleScore {
  const { id, title, reason, needsTime } = rule;
  const isJudged = !needsTime || !isStopped(exchanges);
  const remarks = isJudged ? rule.find(exchanges) : [];
  return { id, severity, title, reason, help: helpOf(rule), isJudged, remarks };
}
