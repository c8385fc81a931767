import type { ActiveRule } from "../../scenario/decide/rules.ts";

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
  /** Those that a request may use: good still, and not reserved by others; the one armed first in front. */
  of: (merchantId: string, now: number, reserved: Reservation) => readonly ActiveRule[];
  list: (merchantId: string, now: number) => readonly ArmedRule[];
  /**
   * Reserves one use of each rule of these ids for a request, as far as there is one left, until it is committed or
   * given back. So no two requests use the same, and a request that is not committed uses none.
   */
  reserve: (merchantId: string, ids: readonly string[]) => Reservation;
  arm: (merchantId: string, rule: ArmedRule) => void;
  /** False: there is none of that id. */
  disarm: (merchantId: string, id: string) => boolean;
  forget: (merchantId: string) => void;
}

/** Uses of armed rules that one request has for itself. */
export interface Reservation {
  readonly ids: readonly string[];
  /** Uses those of these ids up and gives the others back; nothing when it has been called before. */
  readonly end: (used: readonly string[]) => void;
}

export const NOTHING_RESERVED: Reservation = { ids: [], end: () => undefined };

/** An armed rule with the uses of it that requests have reserved. */
interface Entry {
  readonly rule: ActiveRule;
  readonly expiresAt: number | undefined;
  times: number;
  reserved: number;
}

export function createArmedRules(): ArmedRules {
  const byMerchant = new Map<string, readonly Entry[]>();
  const set = (merchantId: string, entries: readonly Entry[]): void => {
    if (entries.length === 0) byMerchant.delete(merchantId);
    else byMerchant.set(merchantId, entries);
  };
  const goodOf = (merchantId: string, now = -Infinity): readonly Entry[] =>
    (byMerchant.get(merchantId) ?? NONE).filter(({ expiresAt = Infinity }) => now < expiresAt);
  const without = (merchantId: string, isGone: (entry: Entry) => boolean): boolean => {
    const before = goodOf(merchantId);
    const left = before.filter((entry) => !isGone(entry));
    set(merchantId, left);
    return left.length < before.length;
  };
  return {
    list: (merchantId, now) => {
      const good = goodOf(merchantId, now);
      set(merchantId, good);
      return good.map(({ rule, times, expiresAt }) => ({ rule, times, expiresAt }));
    },
    of: (merchantId, now, { ids }) => {
      if (!byMerchant.has(merchantId)) return NO_RULES;
      const mine = goodOf(merchantId, now).filter((entry) => hasMore(entry) || ids.includes(idOf(entry)));
      return mine.map(({ rule }) => rule);
    },
    reserve: (merchantId, ids) => {
      const mine = goodOf(merchantId).filter((entry) => ids.includes(idOf(entry)) && hasMore(entry));
      return reservationOf(mine, () => without(merchantId, ({ times }) => times === 0));
    },
    arm: (merchantId, { rule, times, expiresAt }) => {
      set(merchantId, [...goodOf(merchantId), { rule, times, expiresAt, reserved: 0 }]);
    },
    disarm: (merchantId, id) => without(merchantId, (entry) => idOf(entry) === id),
    forget: (merchantId) => {
      byMerchant.delete(merchantId);
    },
  };
}

const NONE: readonly Entry[] = [];
const NO_RULES: readonly ActiveRule[] = [];

function reservationOf(entries: readonly Entry[], sweep: () => void): Reservation {
  let held = entries;
  for (const entry of held) entry.reserved += 1;
  return {
    ids: held.map(idOf),
    end: (used) => {
      for (const entry of held) {
        entry.reserved -= 1;
        if (used.includes(idOf(entry))) entry.times -= 1;
      }
      held = NONE;
      sweep();
    },
  };
}

function idOf({ rule }: Entry): string {
  return rule.entry.id;
}

function hasMore({ times, reserved }: Entry): boolean {
  return reserved < times;
}
