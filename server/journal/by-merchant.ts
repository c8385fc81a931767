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

/** Exchanges whose caller never proved to be a merchant share one place. */
export const NOBODY = "";

export function createByMerchant<T>(make: () => T, merchantsMax: number): ByMerchant<T> {
  /** The merchant that was touched last stands last. */
  const kept = new Map<string, T>();
  const forget = (merchantId: string): T | undefined => {
    const own = kept.get(merchantId);
    kept.delete(merchantId);
    return own;
  };
  const forgetQuietest = (): T | undefined => {
    const [quietest] = kept.keys();
    return quietest === undefined ? undefined : forget(quietest);
  };
  return {
    of: (merchantId) => kept.get(merchantId),
    touch: (merchantId) => {
      const own = forget(merchantId) ?? make();
      kept.set(merchantId, own);
      if (kept.size > merchantsMax) forgetQuietest();
      return own;
    },
    all: () => [...kept.values()],
    forget,
    forgetQuietest,
  };
}
