import type { Exchange } from "../domain/exchange.ts";
import type { CountExpectation } from "./expectations.ts";
import { filterWords, meant } from "./expectations-filter.ts";
import { countedWords } from "./expectations-outcome.ts";
import type { Found } from "./expectations-outcome.ts";

/** Whether the filter finds as many exchanges as it should. */
export function foundCount(expectation: CountExpectation, exchanges: readonly Exchange[]): Found {
  const { exactly, atLeast = exactly ?? 0, atMost = exactly ?? Infinity } = expectation;
  const found = meant(exchanges, expectation.exchanges);
  const words = filterWords(expectation.exchanges);
  return {
    passed: found.length >= atLeast && found.length <= atMost,
    expected: `${boundsWords(expectation)}${words === "" ? "" : ` with ${words}`}`,
    happened: countedWords(found.length, "exchange"),
    exchanges: found.map(({ id }) => id),
  };
}

function boundsWords({ exactly, atLeast, atMost }: CountExpectation): string {
  if (exactly !== undefined) return `exactly ${countedWords(exactly, "exchange")}`;
  if (atLeast === undefined) return `at most ${countedWords(atMost ?? 0, "exchange")}`;
  return atMost === undefined
    ? `at least ${countedWords(atLeast, "exchange")}`
    : `${atLeast} to ${countedWords(atMost, "exchange")}`;
}
