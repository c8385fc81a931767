import type { ActiveRule } from "../scenario/rules.ts";

/** A rule that the control API armed for a while. */
export interface ArmedRule {
  readonly rule: ActiveRule;
  /** How often it is still to be used. */
  readonly times: number;
  /** Milliseconds since 1970 by the merchant's clock; undefined: it does not expire. */
  readonly expiresAt: number | undefined;
}

/** Rules for suites that cannot change what their client sends: asked before every file, and gone when used up. */
export interface ArmedRules {
  /** Those that are still good, the one armed first in front. */
  of: (merchantId: string, now: number) => readonly ActiveRule[];
  list: (merchantId: string, now: number) => readonly ArmedRule[];
  /** Uses each rule of these ids one time up. */
  use: (merchantId: string, ids: readonly string[]) => void;
  arm: (merchantId: string, rule: ArmedRule) => void;
  /** False: there is none of that id. */
  disarm: (merchantId: string, id: string) => boolean;
  forget: (merchantId: string) => void;
}

export function createArmedRules(): ArmedRules {
  const byMerchant = new Map<string, readonly ArmedRule[]>();
  const set = (merchantId: string, rules: readonly ArmedRule[]): void => {
    if (rules.length === 0) byMerchant.delete(merchantId);
    else byMerchant.set(merchantId, rules);
  };
  const list: ArmedRules["list"] = (merchantId, now) => {
    const good = (byMerchant.get(merchantId) ?? []).filter(({ expiresAt = Infinity }) => now < expiresAt);
    set(merchantId, good);
    return good;
  };
  return {
    list,
    of: (merchantId, now) =>
      byMerchant.has(merchantId) ? list(merchantId, now).map(({ rule }) => rule) : NONE,
    use: (merchantId, ids) => {
      if (ids.length === 0) return;
      const rules = byMerchant.get(merchantId) ?? [];
      const used = rules.map((it) => (ids.includes(it.rule.entry.id) ? { ...it, times: it.times - 1 } : it));
      set(
        merchantId,
        used.filter(({ times }) => times > 0),
      );
    },
    arm: (merchantId, rule) => {
      set(merchantId, [...(byMerchant.get(merchantId) ?? []), rule]);
    },
    disarm: (merchantId, id) => {
      const rules = byMerchant.get(merchantId) ?? [];
      set(
        merchantId,
        rules.filter(({ rule }) => rule.entry.id !== id),
      );
      return rules.some(({ rule }) => rule.entry.id === id);
    },
    forget: (merchantId) => {
      byMerchant.delete(merchantId);
    },
  };
}

const NONE: readonly ActiveRule[] = [];
