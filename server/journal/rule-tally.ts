import type { Exchange } from "../domain/exchange.ts";

/** How often a rule of the scenarios has answered, or added to an answer. */
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

type Uses = Map<string, RuleUse>;

export function createRuleTally(): RuleTally {
  const byMerchant = new Map<string, Uses>();
  return {
    record: ({ id, merchantId, scenario }) => {
      if (merchantId === undefined || scenario === undefined) return;
      const { decidedBy, addedBy } = scenario;
      const rules = decidedBy.kind === "rule" ? [...addedBy, decidedBy] : addedBy;
      if (rules.length === 0) return;
      const uses: Uses = byMerchant.get(merchantId) ?? new Map<string, RuleUse>();
      byMerchant.set(merchantId, uses);
      for (const rule of rules) {
        const use = { scenario: rule.scenario, id: rule.id, case: rule.case, times: 1, first: id, last: id };
        count(uses, use);
      }
    },
    of: (merchantId) => {
      if (merchantId !== undefined) return byMerchant.get(merchantId) ?? new Map<string, RuleUse>();
      const all: Uses = new Map<string, RuleUse>();
      for (const use of [...byMerchant.values()].flatMap((uses) => [...uses.values()])) count(all, use);
      return all;
    },
    forget: (merchantId) => {
      byMerchant.delete(merchantId);
    },
  };
}

function count(uses: Uses, use: RuleUse): void {
  const key = `${use.scenario}#${use.id}`;
  const known = uses.get(key);
  uses.set(key, known ? { ...use, times: known.times + use.times, first: known.first } : use);
}
