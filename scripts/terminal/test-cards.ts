import { passesLuhn } from "../../server/domain/card/card-scheme.ts";
import { loadScenarios } from "../../server/scenario/library/library-at-once.ts";

const SCENARIOS = new URL("../../scenarios/", import.meta.url);

/** Numbers that schemes, gateways and ANSI X9.24-1 publish for tests. */
const PUBLISHED: ReadonlySet<string> = new Set([
  "135420001569134",
  "135492354874528",
  "2223000000000007",
  "2223000000000023",
  "30123400000000",
  "345678901234564",
  "3528000000000007",
  "3528111100000001",
  "36259600000012",
  "371449635398431",
  "4012000033330026",
  "4012345678909",
  "4111111111111111",
  "4508750015741019",
  "5000000000000000005",
  "5111111111111118",
  "5123450000000008",
  "5666555544443333",
  "6011003179988686",
  "6011963280099774",
]);

/** Whether the number can be nobody's card: made for tests, named in the scenario files, or never issued. */
export function isTestCard(number: string): boolean {
  const named = loadScenarios(SCENARIOS, ["default", "gateway-simulator"]).testCards;
  return PUBLISHED.has(number) || named.has(number) || !passesLuhn(number);
}
