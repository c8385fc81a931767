import type { BalanceDecision } from "../domain/balance.ts";
import type { Facts } from "../domain/decision.ts";
import { ZERO } from "../domain/money.ts";
import type { Asked, Asking, AskRules } from "./ask-rules.ts";
import { askingOnly, USUAL_ASKING } from "./ask-rules.ts";
import { balanceOf } from "./balances.ts";
import { deliberationOf } from "./deliberation.ts";
import type { SetFacts } from "./deliberation.ts";
import type { ActiveRule } from "./rules.ts";
import type { BalanceEntry } from "./scenario-file.ts";
import type { Tables } from "./tables.ts";

export interface DecideBalanceParts {
  readonly askRules: AskRules;
  readonly tables: Pick<Tables, "balance">;
  readonly set: SetFacts;
}

type Verdict = Pick<BalanceDecision, "gatewayCode" | "balance" | "decidedBy">;

const UNKNOWN: Verdict = {
  gatewayCode: "BALANCE_UNKNOWN",
  balance: undefined,
  decidedBy: { kind: "default" },
};

/** A rule says what is on a card, or keeps the acquirer from answering; all others are about payments. */
export function canAnswerBalance({ entry, kind }: ActiveRule): boolean {
  return kind === "balance" || kind === "effects" || entry.outcome === "TIMED_OUT";
}

/** The order of decision: the rules, the table, BALANCE_UNKNOWN. */
export function createDecideBalance({ askRules, tables, set }: DecideBalanceParts) {
  return (facts: Facts, asking: Asking = USUAL_ASKING): BalanceDecision => {
    const asked = askRules(facts, askingOnly(asking, canAnswerBalance));
    const verdict = ruled(asked, facts) ?? onCard(tables, facts) ?? UNKNOWN;
    const deliberated = { asked, decidedBy: verdict.decidedBy, turn: undefined };
    return { ...deliberationOf(set, deliberated, facts), ...verdict };
  };
}

function ruled({ rule }: Asked, facts: Facts): Verdict | undefined {
  if (rule === undefined) return undefined;
  const decidedBy = { kind: "rule", ...rule.name } as const;
  if (rule.entry.balance !== undefined) return { ...answered(rule.entry.balance, facts), decidedBy };
  return { gatewayCode: "TIMED_OUT", balance: undefined, decidedBy };
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
