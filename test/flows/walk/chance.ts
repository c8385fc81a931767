/** Chance that is the same for the same seed. */
export interface Chance {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(options: readonly T[]) => T;
  readonly oneIn: (times: number) => boolean;
}

/** mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (options) => {
      const option = options[below(options.length)];
      if (option === undefined) throw new Error("there is nothing to pick from");
      return option;
    },
    oneIn: (times) => below(times) === 0,
  };
}
