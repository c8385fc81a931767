import type { Faker, Randomizer } from "@faker-js/faker";
import { faker as english } from "@faker-js/faker/locale/en";
import { numberAt, stateOf } from "./acquirer-data.ts";

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

function createRandomizer(): Randomizer {
  let [begin, turn] = [0, 0];
  return {
    next: () => {
      const number = numberAt(begin, turn);
      turn += 1;
      return number;
    },
    seed: (seed) => {
      begin =
        typeof seed === "number"
          ? stateOf(seed)
          : seed.reduce((all, part) => Math.imul(all, 31) + stateOf(part), 0);
      turn = 0;
    },
  };
}
