import type { Balance, BalanceDecision } from "../../domain/balance.ts";
import { parseAmount, ZERO } from "../../domain/money.ts";
import type { RiskDecision } from "../../domain/order/outcome.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Deliberation } from "../../domain/record/deliberation.ts";
import type { ConversionDecision } from "../../domain/request/payment-options.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import type { BalanceEntry } from "../scenario-file.ts";
import { withArmedOnly, DEFAULT_MATCHING } from "./match-rules.ts";
import type { RuleMatch, MatchOptions, MatchRules } from "./match-rules.ts";
import { deliberationOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";
import type { Tables } from "./tables.ts";

interface DecideBalanceParts {
  readonly match: MatchRules;
  readonly tables: Pick<Tables, "balance">;
  readonly set: SetFacts;
}

type Verdict = Pick<BalanceDecision, "gatewayCode" | "balance" | "decidedBy">;

const UNKNOWN: Verdict = {
  gatewayCode: "BALANCE_UNKNOWN",
  balance: undefined,
  decidedBy: { kind: "default" },
};

/**
 * A rule says what is on a card, or keeps the acquirer from answering, or declines inquiries by name; all others are
 * about payments.
 */
export function canAnswerBalance({ entry, kind }: Pick<ActiveRule, "entry" | "kind">): boolean {
  if (kind === "balance" || kind === "effects" || entry.outcome === "TIMED_OUT") return true;
  return entry.outcome === "DECLINED" && textsOf(entry.when?.operation).includes("BALANCE_INQUIRY");
}

/** The order of decision: the rules, those of specification.yaml the last of them, the table, BALANCE_UNKNOWN. */
export function createDecideBalance({ match, tables, set }: DecideBalanceParts) {
  return (facts: Facts, matching: MatchOptions = DEFAULT_MATCHING): BalanceDecision => {
    const asked = match(facts, withArmedOnly(matching, canAnswerBalance));
    const verdict = ruled(asked, facts) ?? onCard(tables, facts) ?? UNKNOWN;
    const deliberated = { asked, decidedBy: verdict.decidedBy, turn: undefined };
    return { ...deliberationOf(set, deliberated, facts), ...verdict };
  };
}

function ruled({ rule }: RuleMatch, facts: Facts): Verdict | undefined {
  if (rule === undefined) return undefined;
  const decidedBy = { kind: "rule", ...rule.name } as const;
  if (rule.entry.balance !== undefined) return { ...answered(rule.entry.balance, facts), decidedBy };
  const gatewayCode = rule.entry.outcome === "DECLINED" ? "DECLINED" : "TIMED_OUT";
  return { gatewayCode, balance: undefined, decidedBy };
}

function onCard(tables: Pick<Tables, "balance">, facts: Facts): Verdict | undefined {
  const found = tables.balance(facts);
  return found && { ...answered(found.entry, facts), decidedBy: found.decidedBy };
}

/** A card of another currency has no balance in the one that is asked for (assumption A161). */
function answered(entry: BalanceEntry, { currency }: Facts): Omit<Verdict, "decidedBy"> {
  if (entry.currency !== undefined && entry.currency !== currency) return UNKNOWN;
  const balance = balanceOf(entry);
  return { gatewayCode: balance.amount === ZERO ? "NO_BALANCE" : "BALANCE_AVAILABLE", balance };
}

interface DecideConversionParts {
  readonly addEffects: (facts: Facts, matching?: MatchOptions) => Deliberation;
  readonly tables: Pick<Tables, "conversion">;
}

/** No rule offers a conversion: those that only add are asked, and the table decides. */
export function createDecideConversion({ addEffects, tables }: DecideConversionParts) {
  return (facts: Facts, matching?: MatchOptions): ConversionDecision => {
    const [added, found] = [addEffects(facts, matching), tables.conversion(facts)];
    if (found === undefined) return { ...added, gatewayCode: "NOT_ELIGIBLE", conversion: undefined };
    const { to: currency, rate, margin } = found.entry;
    return {
      ...added,
      decidedBy: found.decidedBy,
      gatewayCode: "QUOTE_PROVIDED",
      conversion: { currency, rate, margin },
    };
  };
}

/** What a table says of a card. */
function balanceOf({ amount, points, conversionRate }: BalanceEntry): Balance {
  const funds = parseAmount(amount);
  if (funds === undefined) throw new Error(`the schema accepted an invalid amount: ${amount}`);
  const isInProgramme = points !== undefined && conversionRate !== undefined;
  return {
    amount: funds,
    rewards: isInProgramme ? { points, conversionRate: Number(conversionRate) } : undefined,
  };
}

interface DecideRiskParts {
  readonly match: MatchRules;
  readonly set: SetFacts;
}

/** Whether the rule is asked for risk assessments. */
export function canAssessRisk({ kind }: ActiveRule): boolean {
  return kind === "risk" || kind === "effects";
}

/** The order of decision: the rules with `risk` alone, those of specification.yaml the last of them, ACCEPT. */
export function createDecideRisk({ match, set }: DecideRiskParts) {
  return (facts: Facts, matching: MatchOptions = DEFAULT_MATCHING): RiskDecision => {
    const asked = match(facts, withArmedOnly(matching, canAssessRisk));
    const decidedBy = asked.rule ? ({ kind: "rule", ...asked.rule.name } as const) : DEFAULT;
    const deliberation = deliberationOf(set, { asked, decidedBy, turn: undefined }, facts);
    return { ...deliberation, recommendation: asked.rule?.entry.risk ?? "ACCEPT" };
  };
}

const DEFAULT = { kind: "default" } as const;
