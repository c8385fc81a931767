import type { JsonObject } from "../domain/json.ts";
import type { Scenarios } from "../scenario/scenarios.ts";
import { whenHere, type Soon } from "../store/soon.ts";
import type { RecordRef } from "../store/store.ts";
import type { Call } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { sourcesOf } from "./resolve.ts";

/** What is looked up around a request before the work on it begins. */
export interface Surroundings {
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** The session and token that it names. */
  readonly sources: readonly RecordRef[];
  readonly scenarios: Scenarios;
}

/** One after the other, and at once unless a change of one of them is on its way to the disk. */
export function surroundingsOf(parts: GatewayParts, call: Call, body: JsonObject): Soon<Surroundings> {
  const { id } = call.merchant;
  return whenHere(parts.clocks.now(id), (now) =>
    whenHere(sourcesOf(parts, id, body), (sources) =>
      whenHere(parts.scenarios.of(call), (scenarios) => ({ now, sources, scenarios })),
    ),
  );
}
