import type { Exchange } from "../domain/record/exchange.ts";
import { createByMerchant, NOBODY } from "./by-merchant.ts";
import { groupsIn, keyOf } from "./finding-group.ts";
import type { FindingGroup } from "./finding-group.ts";

/** The groups of one merchant or of all, and how many findings had no room in a group of their own. */
export interface FindingCount {
  readonly groups: readonly FindingGroup[];
  readonly others: number;
}

/** Groups the findings of all exchanges, also of those that the journal has let go. */
export interface FindingTally {
  record: (exchange: Exchange) => void;
  /** In the order in which they were first seen; undefined: of all merchants together. */
  of: (merchantId: string | undefined) => FindingCount;
  forget: (merchantId: string) => void;
}

export interface FindingLimits {
  /** Groups kept per merchant. */
  readonly perMerchant: number;
  /** Groups of all merchants together; those of the merchant that was quiet the longest make room. */
  readonly total: number;
  readonly merchants: number;
}

/** A client breaks few rules; a thousand clients with twenty groups each fit (assumption A216). */
const USUAL: FindingLimits = { perMerchant: 500, total: 20_000, merchants: 1_000 };

interface Kept {
  readonly groups: Map<string, FindingGroup>;
  others: number;
}

export function createFindingTally(limits = USUAL): FindingTally {
  const kept = createByMerchant<Kept>(() => ({ groups: new Map(), others: 0 }), limits.merchants);
  const size = (): number => kept.all().reduce((sum, { groups }) => sum + groups.size, 0);
  return {
    record: (exchange) => {
      // Of most requests there is nothing to tell.
      if (exchange.refusal === undefined && (exchange.contract?.findings.length ?? 0) === 0) return;
      const found = groupsIn(exchange);
      if (found.length === 0) return;
      const own = kept.touch(exchange.merchantId ?? NOBODY);
      const before = own.groups.size;
      for (const group of found) count(own, group, limits.perMerchant);
      if (own.groups.size === before) return;
      while (size() > limits.total) kept.forgetQuietest();
    },
    of: (merchantId) => {
      const own = merchantId === undefined ? merged(kept.all()) : kept.of(merchantId);
      return { groups: [...(own?.groups.values() ?? [])], others: own?.others ?? 0 };
    },
    forget: kept.forget,
  };
}

function merged(all: readonly Kept[]): Kept {
  const sum: Kept = { groups: new Map(), others: 0 };
  for (const { groups, others } of all) {
    for (const group of groups.values()) count(sum, group, Infinity);
    sum.others += others;
  }
  return sum;
}

function count(kept: Kept, group: FindingGroup, max: number): void {
  const key = keyOf(group);
  const known = kept.groups.get(key);
  if (known === undefined && kept.groups.size >= max) kept.others += group.count;
  else kept.groups.set(key, known ? together(known, group) : group);
}

/** The example that came first stays. */
function together(known: FindingGroup, group: FindingGroup): FindingGroup {
  const isEarlier = group.first.at < known.first.at;
  return { ...(isEarlier ? group : known), count: known.count + group.count, last: group.last };
}
