import type { RuleName } from "../domain/record/deliberation.ts";
import { rulesIn } from "../domain/record/exchange.ts";
import type { Exchange } from "../domain/record/exchange.ts";

/** How often a rule of the scenarios had a part in what became of a request. */
export interface RuleUse {
  readonly scenario: string;
  readonly id: string;
  readonly case: string | undefined;
  readonly times: number;
  /** Id of the first and the last exchange that it had a part in. */
  readonly first: string;
  readonly last: string;
}

/** Counts the rules of all exchanges, also of those that the journal has let go. */
export interface RuleTally {
  record: (exchange: Exchange) => void;
  /** By `scenario#id`; undefined: of all merchants together. */
  of: (merchantId: string | undefined) => ReadonlyMap<string, RuleUse>;
  forget: (merchantId: string) => void;
}

type Use = { -readonly [member in keyof RuleUse]: RuleUse[member] };
type Uses = Map<string, Use>;

export function createRuleTally(): RuleTally {
  const byMerchant = new Map<string, Uses>();
  return {
    record: (exchange) => {
      const { id, merchantId } = exchange;
      const rules = rulesIn(exchange);
      // Most requests are decided by no rule.
      if (merchantId === undefined || rules.length === 0) return;
      const uses: Uses = byMerchant.get(merchantId) ?? new Map<string, Use>();
      byMerchant.set(merchantId, uses);
      for (const rule of rules) count(uses, useOf(rule, id));
    },
    of: (merchantId) => {
      const all: Uses = new Map<string, Use>();
      for (const uses of merchantId === undefined ? byMerchant.values() : [byMerchant.get(merchantId)]) {
        for (const use of uses?.values() ?? []) count(all, { ...use });
      }
      return all;
    },
    forget: (merchantId) => {
      byMerchant.delete(merchantId);
    },
  };
}

function useOf({ scenario, id, case: number }: RuleName, exchangeId: string): Use {
  return { scenario, id, case: number, times: 1, first: exchangeId, last: exchangeId };
}

/** A rule that is known already is counted in place; its number is the one it had last. */
function count(uses: Uses, use: Use): void {
  const key = `${use.scenario}#${use.id}`;
  const known = uses.get(key);
  if (known === undefined) {
    uses.set(key, use);
    return;
  }
  known.times += use.times;
  known.case = use.case;
  known.last = use.last;
}
