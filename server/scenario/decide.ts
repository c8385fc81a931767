import type { Decider, Decision, Facts, FactsCard } from "../domain/decision.ts";
import { GATEWAY_CODES } from "../domain/outcome.ts";
import type { GatewayCode, Outcome } from "../domain/outcome.ts";
import { INVALID_STATE, isLost } from "../domain/terminal-data.ts";
import type { ActiveRule, AskRules } from "./rules.ts";
import type { RuleEntry } from "./scenario-file.ts";
import type { Tables } from "./tables.ts";

export interface DecideParts {
  readonly askRules: AskRules;
  readonly tables: Tables;
  readonly revision: string;
}

interface Verdict {
  readonly gatewayCode: GatewayCode;
  readonly decidedBy: Decider;
}

const APPROVED: Verdict = { gatewayCode: "APPROVED", decidedBy: { kind: "default" } };

/**
 * The order of decision: the specification, the rules, a wrong PIN, the expiry table, a card past its expiry,
 * APPROVED.
 */
export function createDecide({ askRules, tables, revision }: DecideParts): (facts: Facts) => Decision {
  return (facts) => {
    const broken = brokenEncryption(facts.card);
    const { rule, tried } = broken ? { rule: undefined, tried: [] } : askRules(facts);
    const verdict = broken ?? (rule ? ruled(rule, facts) : unruled(tables, facts));
    return {
      outcome: outcomeOf(verdict.gatewayCode, rule?.entry, tables, facts),
      decidedBy: verdict.decidedBy,
      ruleKey: rule?.key,
      tried,
      revision,
    };
  };
}

function unruled(tables: Tables, facts: Facts): Verdict {
  return tables.wrongPin(facts) ?? tables.expiry(facts) ?? pastExpiry(facts) ?? APPROVED;
}

/** Interface section 7: declined, whatever the scenarios say (assumption A83). */
function brokenEncryption(card: FactsCard | undefined): Verdict | undefined {
  const states = { p2pe: card?.p2peState, pin: card?.pinState };
  const broken = (["p2pe", "pin"] as const).find((group) => isLost(states[group]));
  if (broken === undefined) return undefined;
  const member = states[broken] === INVALID_STATE ? "encryptionState" : "payload";
  return { gatewayCode: "DECLINED", decidedBy: { kind: "interface", rule: `${broken}.${member}` } };
}

/** The rule's outcome, or the next of its sequence on this order. */
function ruled({ key, outcomes, decider }: ActiveRule, { decided }: Facts): Verdict {
  const gatewayCode = outcomes[decided.get(key) ?? 0] ?? outcomes.at(-1);
  if (gatewayCode === undefined) throw new Error(`the schema let a rule without an outcome pass: ${key}`);
  return { gatewayCode, decidedBy: decider };
}

/** A card is good until the end of its month (assumption A82). */
function pastExpiry({ card, today, expiredCards }: Facts): Verdict | undefined {
  if (!card?.expiry || expiredCards === "ignore") return undefined;
  const [year, month] = [2000 + Number(card.expiry.year), Number(card.expiry.month)];
  const isPast = year < today.year || (year === today.year && month < today.month);
  return isPast ? { gatewayCode: "EXPIRED_CARD", decidedBy: { kind: "expired-card" } } : undefined;
}

/** The gateway code with all that goes with it; what a rule says goes before the usual and the tables.
 * Security code and address results are given on declines as well (assumption A84). */
function outcomeOf(code: GatewayCode, rule: RuleEntry | undefined, tables: Tables, facts: Facts): Outcome {
  const { result, acquirerCode, acquirerMessage } = GATEWAY_CODES[code];
  return {
    gatewayCode: code,
    result,
    acquirerCode: rule?.acquirerCode ?? acquirerCode,
    acquirerMessage: rule?.acquirerMessage ?? acquirerMessage,
    securityCode: rule?.securityCodeResult ?? tables.securityCode(facts),
    address: rule?.addressResult ?? tables.address(facts),
  };
}
