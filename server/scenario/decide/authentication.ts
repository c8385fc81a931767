import { usualEci, usualToken } from "../../domain/order/authentication.ts";
import type {
  AuthenticationDecision,
  AuthenticationVerdict,
  PlannedVerdict,
} from "../../domain/order/authentication.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Decider } from "../../domain/record/deliberation.ts";
import type { Effects, Fault } from "../../domain/record/effects.ts";
import { isFormOperation, isSameStep } from "../../domain/request/operation.ts";
import type { AuthenticationEntry } from "../scenario-file.ts";
import { withArmedOnly, DEFAULT_MATCHING } from "./match-rules.ts";
import type { MatchOptions, MatchRules } from "./match-rules.ts";
import { deliberationOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";
import type { Tables } from "./tables.ts";

interface DecideAuthenticationParts {
  readonly match: MatchRules;
  readonly tables: Pick<Tables, "authentication">;
  readonly set: SetFacts;
}

/** Whether the rule is asked for authentications. */
export function isForAuthentication({ kind }: Pick<ActiveRule, "kind">): boolean {
  return kind === "authentication" || kind === "effects";
}

interface Said {
  readonly entry: AuthenticationEntry;
  readonly decidedBy: Decider;
}

/** A card that nobody names is not enrolled. */
const NOBODY: Said = { entry: { result: "NOT_SUPPORTED" }, decidedBy: { kind: "default" } };

/** What the emulator answers with where it has an error of its own. */
const ERROR: Fault = { at: "before-commit", kind: "server-failed", status: undefined, stallMs: 0 };

/**
 * The order of decision: the rules with `authentication`, what a rule said when the authentication was initiated, the
 * table, not supported.
 */
export function createDecideAuthentication({ match, tables, set }: DecideAuthenticationParts) {
  return (
    facts: Facts,
    planned: PlannedVerdict | undefined,
    matching: MatchOptions = DEFAULT_MATCHING,
  ): AuthenticationDecision => {
    const asked = match(facts, withArmedOnly(matching, isForAuthentication));
    const said = saidBy(asked.rule, tables, facts);
    const isPlanned = asked.rule === undefined && planned !== undefined;
    const rule = isPlanned ? planned.rule : asked.rule?.name;
    const decidedBy = rule ? ({ kind: "rule", ...rule } as const) : said.decidedBy;
    const deliberation = deliberationOf(set, { asked, decidedBy, turn: undefined }, facts);
    const failsIn = said.entry.error;
    if (isPlanned) return { ...deliberation, verdict: planned, rule, failsIn };
    const effects = withError(deliberation.effects, isIn(failsIn, facts));
    return { ...deliberation, effects, verdict: verdictOf(said.entry, facts), rule, failsIn };
  };
}

/** Those of the first generation fail in the same steps. */
function isIn(failsIn: AuthenticationEntry["error"], { operation }: Facts): boolean {
  return failsIn !== undefined && !isFormOperation(operation) && isSameStep(failsIn, operation);
}

/** The effects of a step in which the gateway fails, unless a rule has broken it already. */
export function withError(effects: Effects, isFailing: boolean): Effects {
  return isFailing ? { ...effects, fault: effects.fault ?? ERROR } : effects;
}

function saidBy(
  rule: ActiveRule | undefined,
  tables: DecideAuthenticationParts["tables"],
  facts: Facts,
): Said {
  const entry = rule?.entry.authentication;
  return entry === undefined
    ? (tables.authentication(facts) ?? NOBODY)
    : { entry, decidedBy: NOBODY.decidedBy };
}

/** The first version of EMV 3-D Secure that was in use (assumption A279). */
const PROTOCOL = "2.1.0";

function verdictOf(entry: AuthenticationEntry, { card }: Facts): AuthenticationVerdict {
  const { result = "SUCCESSFUL", method = "SUPPORTED", protocol = PROTOCOL } = entry;
  const scheme = card?.scheme ?? "OTHER";
  return {
    result,
    method,
    protocolVersion: protocol,
    reasonCode: entry.reason,
    eci: entry.eci ?? usualEci(result, scheme),
    token: entry.token ?? usualToken(result),
  };
}
