import { isNobodysCard } from "../../scenario/test-cards.ts";
import { loadScenarios } from "../../scenario/library/library-sync.ts";

const SCENARIOS = new URL("../../../scenarios/", import.meta.url);

/** Whether the number can be nobody's card: made for tests, named in the scenario files, or never issued. */
export function isTestCard(number: string): boolean {
  const named = loadScenarios(SCENARIOS, ["default", "gateway-simulator"]).testCards;
  return named.has(number) || isNobodysCard(number);
}
