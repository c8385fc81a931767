import type { Shadow } from "../domain/record/difference.ts";
import type { Mode } from "../domain/record/finding.ts";
import type { Json } from "../domain/json.ts";
import type { Operation } from "../domain/request/operation.ts";
import type { Contracts } from "./contracts.ts";

/** A request that is judged in its own version, and the version to judge it in besides. */
export interface ShadowQuestion {
  readonly operation: Operation;
  readonly version: number;
  readonly shadow: number;
  readonly mode: Mode;
  /** The body before masking, so that the comparison is exact. */
  readonly payload: { readonly body: Json; readonly text: string };
}

/** More differences than this tell nobody anything, as with findings (assumption A17). */
const DIFFERENCES_MAX = 100;

/** SANDBOX_SHADOW: what would change if the request were sent under the other version. */
export function shadowOf(contracts: Contracts, question: ShadowQuestion): Shadow {
  const { operation, version, shadow, mode, payload } = question;
  const asked = { operation, from: version, to: shadow, mode, ...payload };
  const { used, resolution, differences } = contracts.compare(asked);
  return { version: shadow, used, resolution, differences: differences.slice(0, DIFFERENCES_MAX) };
}
