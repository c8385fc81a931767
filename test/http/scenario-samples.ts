import type { ExchangeScenario } from "../../server/domain/record/exchange.ts";
import { pay } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";

/** A scenario file whose one rule always decides so. */
export const fileOf = (outcome: string, more = ""): string =>
  `version: 1\n${more}rules:\n  - { id: all, case: TC-1, note: For all., outcome: ${outcome} }\n`;

/** Three files, of which one extends another and one has a name of its own. */
export const FILES = {
  "day.yaml": fileOf("DECLINED"),
  "night.yaml": fileOf("BLOCKED", "name: Night shift\n"),
  "late.yaml": `version: 1
extends: night
rules:
  - { id: big, when: { amount: { min: "500" } }, outcome: REFERRED }
`,
};

/** How a payment on a new order was decided. */
export async function decisionOf(client: Client, order: string, amount?: string): Promise<ExchangeScenario> {
  const { scenario } = await client.why(await client.put({ order, transaction: "1", body: pay(amount) }));
  if (scenario === undefined) throw new Error("nothing was decided");
  return scenario;
}
