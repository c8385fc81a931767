import type { OrderStatus } from "./status.ts";
import { TRANSITIONS } from "./transitions.ts";
import type { StatusBefore, TransitionType } from "./transitions.ts";

/** One way from a status to another: an arrow of the state diagram, by one kind of transaction. */
export interface Arrow {
  readonly type: TransitionType;
  /** A capture or refund that opens an order of its own, and what undoes it. */
  readonly standalone: boolean;
  readonly from: StatusBefore;
  readonly to: OrderStatus;
}

/** Every arrow of the table of transitions, in its order. */
export const ARROWS: readonly Arrow[] = TRANSITIONS.flatMap(({ type, standalone, from, to }) =>
  from.flatMap((before) => to.map((after) => ({ type, standalone, from: before, to: after }))),
);

/**
 * Only a provider's late report leads along these, and that comes to the order by itself, without any request
 * (assumption A132).
 */
export function comesByItself({ type, from, to }: Arrow): boolean {
  return type === "BROWSER_PAYMENT" && from === "FAILED" && to !== "INITIATED";
}

/** What people read on the arrow: "CAPTURE (standalone)". */
export function arrowName({ type, standalone }: Pick<Arrow, "type" | "standalone">): string {
  return standalone ? `${type} (standalone)` : type;
}

/** The same arrow always has the same key. */
export function arrowKey(arrow: Arrow): string {
  return `${arrow.from} ${arrow.to} ${arrowName(arrow)}`;
}
