import type { JsonObject } from "../../../domain/json.ts";

/** As in chaos.ts, which is loaded when chaos is first wanted: the library for made-up data would be a tenth of a start. */
export async function withChaos(body: JsonObject, seed: number): Promise<JsonObject> {
  const { chaotic } = await import("./chaos.ts");
  return chaotic(body, seed);
}
