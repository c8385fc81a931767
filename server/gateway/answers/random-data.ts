import type { Faker, Randomizer } from "@faker-js/faker";
import { faker as english } from "@faker-js/faker/locale/en";

/**
 * A generator of made-up data that gives the same data for the same seed.
 *
 * An instance of our own, as seeding the library's would disturb a test suite that embeds the sandbox and uses
 * it too. It is built from the English entry's instance because the package's main entry loads seventy
 * locales (measured: 99 ms and 35 MB more), and with a randomizer of our own because seeding the library's
 * (MT19937) costs 20 µs, more than all the rest of an answer.
 */
export const random: Faker = new (english.constructor as typeof Faker)({
  locale: english.rawDefinitions,
  randomizer: createRandomizer(),
});

/** mulberry32: 32 bits of state are enough for digits that only have to look made up. */
function createRandomizer(): Randomizer {
  let state = 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
    seed: (seed) => {
      state =
        typeof seed === "number"
          ? folded(seed)
          : seed.reduce((all, part) => Math.imul(all, 31) + folded(part), 0);
    },
  };
}

/** A seed of up to 53 bits in 32. */
function folded(seed: number): number {
  return (seed ^ Math.floor(seed / 2 ** 32)) | 0;
}
