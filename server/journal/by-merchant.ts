/** What is kept for each merchant, of so many at most: the one that was quiet the longest goes first. */
export interface ByMerchant<T> {
  /** Undefined: there is nothing of it. */
  readonly of: (merchantId: string) => T | undefined;
  /** What is kept for the merchant, made when there is nothing; it is the least quiet one from now on. */
  readonly touch: (merchantId: string) => T;
  readonly all: () => readonly T[];
  /** Returns what was kept for it. */
  readonly forget: (merchantId: string) => T | undefined;
  /** Forgets the one that was quiet the longest; undefined when there is none. */
  readonly forgetQuietest: () => T | undefined;
}

interface Kept<T> {
  readonly own: T;
  /** The number of the last touch. */
  touched: number;
}

/** Exchanges whose caller never proved to be a merchant share one place. */
export const NOBODY = "";

export function createByMerchant<T>(make: () => T, merchantsMax: number): ByMerchant<T> {
  /** A touch does not change the Map (docs/decisions/0009-speed.md). */
  const kept = new Map<string, Kept<T>>();
  let touches = 0;
  const forget = (merchantId: string): T | undefined => {
    const own = kept.get(merchantId)?.own;
    kept.delete(merchantId);
    return own;
  };
  const forgetQuietest = (): T | undefined => {
    const quietest = quietestOf(kept, ({ touched }) => touched);
    return quietest === undefined ? undefined : forget(quietest);
  };
  const add = (merchantId: string): Kept<T> => {
    const added = { own: make(), touched: touches };
    kept.set(merchantId, added);
    if (kept.size > merchantsMax) forgetQuietest();
    return added;
  };
  return {
    of: (merchantId) => kept.get(merchantId)?.own,
    touch: (merchantId) => {
      touches += 1;
      const known = kept.get(merchantId) ?? add(merchantId);
      known.touched = touches;
      return known.own;
    },
    all: () => [...kept.values()].sort((one, other) => one.touched - other.touched).map(({ own }) => own),
    forget,
    forgetQuietest,
  };
}

/** The merchant whose last activity is the oldest; undefined when there is none. */
export function quietestOf<T>(
  byMerchant: ReadonlyMap<string, T>,
  lastActivity: (one: T) => number,
): string | undefined {
  let [quietest, oldest]: [string | undefined, number] = [undefined, Infinity];
  for (const [merchantId, one] of byMerchant) {
    const at = lastActivity(one);
    if (at < oldest) [quietest, oldest] = [merchantId, at];
  }
  return quietest;
}
