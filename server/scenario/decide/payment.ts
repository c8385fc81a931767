import { GATEWAY_CODES } from "../../domain/order/outcome.ts";
import type { GatewayCode, Outcome } from "../../domain/order/outcome.ts";
import type { Decision, Facts } from "../../domain/record/decision.ts";
import type { Decider } from "../../domain/record/deliberation.ts";
import { approvedOf } from "./answers.ts";
import type { ReadyAnswer } from "./answers.ts";
import { withArmedOnly, DEFAULT_MATCHING } from "./match-rules.ts";
import type { MatchOptions, MatchRules } from "./match-rules.ts";
import { armedOf, countersOf, effectsOf, namesOf, pausersOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";
import { turnOf } from "./sequences.ts";
import type { Tables } from "./tables.ts";

interface DecideParts {
  readonly match: MatchRules;
  /** Which of the armed rules are asked as well. */
  readonly isAsked: (rule: ActiveRule) => boolean;
  readonly tables: Tables;
  readonly set: SetFacts;
}

interface Verdict {
  readonly gatewayCode: GatewayCode;
  readonly decidedBy: Decider;
}

const APPROVED: Verdict = { gatewayCode: "APPROVED", decidedBy: { kind: "default" } };

/** Whether the rule is asked for payments. */
export function canDecidePayment({ kind }: ActiveRule): boolean {
  return kind === "payment" || kind === "effects";
}

/** Whether the rule says what comes of a payment. */
export function decidesPayment({ kind }: ActiveRule): boolean {
  return kind === "payment";
}

/**
 * The order of decision: the rules, those of specification.yaml the last of them, a wrong PIN, the expiry table, a
 * card past its expiry, APPROVED.
 */
export function createDecide({ match, isAsked, tables, set }: DecideParts) {
  return (facts: Facts, matching: MatchOptions = DEFAULT_MATCHING): Decision => {
    const asked = match(facts, withArmedOnly(matching, isAsked));
    const { rule } = asked;
    const turn = rule && turnOf(rule, facts);
    const { gatewayCode, decidedBy } =
      rule && turn
        ? { gatewayCode: turn.answer.gatewayCode, decidedBy: { kind: "rule", ...rule.name } as const }
        : unruled(tables, facts);
    const outcome = outcomeOf(gatewayCode, turn?.answer, tables, facts);
    const effects = effectsOf(set, { asked, turn }, facts);
    return {
      outcome: effects.chaos ? { ...outcome, chaos: true } : outcome,
      ruleKey: rule?.key,
      decidedBy,
      addedBy: namesOf(asked.added),
      pausedBy: pausersOf({ asked, turn }, effects),
      tried: asked.tried,
      ofOtherCards: asked.ofOtherCards,
      effects,
      step: turn?.step,
      counters: countersOf(turn),
      armed: armedOf(asked),
      scenarios: set.names,
      revision: set.revision,
    };
  };
}

function unruled(tables: Tables, facts: Facts): Verdict {
  return tables.wrongPin(facts) ?? tables.expiry(facts) ?? pastExpiry(facts) ?? APPROVED;
}

/** A card is good until the end of its month, in UTC (assumption A82). */
function pastExpiry({ card, now, expiredCards }: Facts): Verdict | undefined {
  if (!card?.expiry || expiredCards === "ignore") return undefined;
  const monthAfter = Date.UTC(2000 + Number(card.expiry.year), Number(card.expiry.month));
  return now >= monthAfter ? { gatewayCode: "EXPIRED_CARD", decidedBy: { kind: "expired-card" } } : undefined;
}

/** The gateway code with all that goes with it; what a rule says goes before the usual and the tables.
 * Security code and address results are given on declines as well (assumption A84). */
function outcomeOf(
  code: GatewayCode,
  answer: ReadyAnswer | undefined,
  tables: Tables,
  facts: Facts,
): Outcome {
  const { result, acquirerCode, acquirerMessage } = GATEWAY_CODES[code];
  const entry = answer?.entry;
  const usual = {
    gatewayCode: code,
    result,
    acquirerCode: entry?.acquirerCode ?? acquirerCode,
    acquirerMessage: entry?.acquirerMessage ?? acquirerMessage,
    securityCode: entry?.securityCodeResult ?? tables.securityCode(facts),
    address: entry?.addressResult ?? tables.address(facts),
  };
  return answer === undefined ? usual : { ...usual, ...ofRule(answer, facts) };
}

/** What only rules say; each is there when it has a value. */
function ofRule(answer: ReadyAnswer, facts: Facts): Partial<Outcome> {
  const { risk, response: extra } = answer.entry;
  const approvedAmount = approvedOf(answer, facts);
  return {
    ...(risk === undefined ? {} : { risk }),
    ...(approvedAmount === undefined ? {} : { approvedAmount }),
    ...(extra === undefined ? {} : { extra }),
  };
}
