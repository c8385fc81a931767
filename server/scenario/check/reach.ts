import type { DecidedOperation } from "../../domain/operation.ts";
import type { Json } from "../../domain/json.ts";

/** Versions next to each other that have one contract. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** What requests can carry, as the contracts have it. Paths are those of conditions: `order.item[n].name`. */
export interface Reach {
  readonly spansOf: (operation: DecidedOperation) => readonly Span[];
  /** Whether requests of the operation have this member in a version. */
  readonly knows: (operation: DecidedOperation, version: number, path: string) => boolean;
  /** Whether the member can have the value. */
  readonly accepts: (operation: DecidedOperation, version: number, path: string, value: Json) => boolean;
}
