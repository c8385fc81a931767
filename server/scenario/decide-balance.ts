import type { BalanceDecision } from "../domain/balance.ts";
import type { Facts } from "../domain/decision.ts";
import { ZERO } from "../domain/money.ts";
import type { ActiveRule, AskRules } from "./rules.ts";
import type { Tables } from "./tables.ts";

export interface DecideBalanceParts {
  readonly askRules: AskRules;
  readonly tables: Pick<Tables, "balance">;
  readonly revision: string;
}

type Verdict = Pick<BalanceDecision, "gatewayCode" | "balance" | "decidedBy">;

const UNKNOWN: Verdict = {
  gatewayCode: "BALANCE_UNKNOWN",
  balance: undefined,
  decidedBy: { kind: "default" },
};

/** A rule can keep the acquirer from answering an inquiry; what is on a card is the table's to say. */
export function canAnswerBalance({ entry }: ActiveRule): boolean {
  return entry.outcome === "TIMED_OUT";
}

/** The order of decision: the rules, the table, BALANCE_UNKNOWN. */
export function createDecideBalance(parts: DecideBalanceParts): (facts: Facts) => BalanceDecision {
  const { askRules, tables, revision } = parts;
  return (facts) => {
    const { rule, tried } = askRules(facts);
    return { ...(rule ? timedOut(rule) : (onCard(tables, facts) ?? UNKNOWN)), tried, revision };
  };
}

function timedOut({ decider }: ActiveRule): Verdict {
  return { gatewayCode: "TIMED_OUT", balance: undefined, decidedBy: decider };
}

/** A card of another currency has no balance in the one that is asked for (assumption A161). */
function onCard(tables: Pick<Tables, "balance">, facts: Facts): Verdict | undefined {
  const found = tables.balance(facts);
  if (found === undefined) return undefined;
  const { balance, currency, decidedBy } = found;
  if (currency !== undefined && currency !== facts.currency) return { ...UNKNOWN, decidedBy };
  return {
    gatewayCode: balance.amount === ZERO ? "NO_BALANCE" : "BALANCE_AVAILABLE",
    balance,
    decidedBy,
  };
}
