import type { Decider, Decision, Facts, FactsCard } from "../domain/decision.ts";
import { GATEWAY_CODES } from "../domain/outcome.ts";
import type { GatewayCode, Outcome } from "../domain/outcome.ts";
import { INVALID_STATE, isLost } from "../domain/terminal-data.ts";
import { approvedOf } from "./answers.ts";
import type { ReadyAnswer } from "./answers.ts";
import { askingOnly, NOBODY, USUAL_ASKING } from "./ask-rules.ts";
import type { Asking, AskRules } from "./ask-rules.ts";
import { armedOf, countersOf, effectsOf, namesOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";
import { turnOf } from "./sequences.ts";
import type { Tables } from "./tables.ts";

export interface DecideParts {
  readonly askRules: AskRules;
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
 * The order of decision: the specification, the rules, a wrong PIN, the expiry table, a card past its expiry,
 * APPROVED.
 */
export function createDecide({ askRules, isAsked, tables, set }: DecideParts) {
  return (facts: Facts, asking: Asking = USUAL_ASKING): Decision => {
    const broken = brokenEncryption(facts.card);
    const asked = broken ? NOBODY : askRules(facts, askingOnly(asking, isAsked));
    const { rule } = asked;
    const turn = rule && turnOf(rule, facts);
    const { gatewayCode, decidedBy } =
      rule && turn
        ? { gatewayCode: turn.answer.gatewayCode, decidedBy: { kind: "rule", ...rule.name } as const }
        : (broken ?? unruled(tables, facts));
    const outcome = outcomeOf(gatewayCode, turn?.answer, tables, facts);
    const effects = effectsOf(set, { asked, turn }, facts);
    return {
      outcome: effects.chaos ? { ...outcome, chaos: true } : outcome,
      ruleKey: rule?.key,
      decidedBy,
      addedBy: namesOf(asked.added),
      tried: asked.tried,
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

/** Interface section 7: declined, whatever the scenarios say (assumption A83). */
function brokenEncryption(card: FactsCard | undefined): Verdict | undefined {
  if (!isLost(card?.p2peState) && !isLost(card?.pinState)) return undefined;
  const [group, state] = isLost(card?.p2peState) ? ["p2pe", card?.p2peState] : ["pin", card?.pinState];
  const member = state === INVALID_STATE ? "encryptionState" : "payload";
  return { gatewayCode: "DECLINED", decidedBy: { kind: "interface", rule: `${group}.${member}` } };
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
