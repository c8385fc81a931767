import type { TransactionType } from "./order.ts";
import type { OrderStatus } from "./status.ts";

/** Before the first transaction of an order there is no status. */
export type StatusBefore = OrderStatus | "NEW";

/** A browser payment is a kind of its own here: its steps lead elsewhere than a payment by card. */
export type TransitionType = TransactionType | "BROWSER_PAYMENT";

/** One line of the table: a successful transaction of this type leads an order from one of these to one of those. */
export interface Transition {
  readonly type: TransitionType;
  /** A capture or refund that opens an order of its own. */
  readonly standalone: boolean;
  readonly from: readonly StatusBefore[];
  readonly to: readonly OrderStatus[];
}

/** Nothing has succeeded on the order yet, so its next transaction is initial. */
const UNOPENED = ["NEW", "FAILED"] as const;
/** An authentication goes before a payment or verification, and after a failed one. */
const AUTHENTICATION_STATES = [
  "AUTHENTICATED",
  "AUTHENTICATION_INITIATED",
  "AUTHENTICATION_NOT_NEEDED",
  "AUTHENTICATION_UNSUCCESSFUL",
] as const;
const PAYABLE = [...UNOPENED, ...AUTHENTICATION_STATES, "VERIFIED"] as const;
const AFTER_VOID_OF_REFUND = ["CAPTURED", "PARTIALLY_CAPTURED", "PARTIALLY_REFUNDED"] as const;
const AMOUNTS_LEFT = ["CAPTURED", "PARTIALLY_CAPTURED", "PARTIALLY_REFUNDED"] as const;

const step = (
  type: TransitionType,
  from: readonly StatusBefore[],
  to: readonly OrderStatus[],
  standalone = false,
): Transition => ({ type, standalone, from, to });

/**
 * Which transactions an order takes in which status, and where a success leads: an allow list
 * (interface section 3; what it does not show is assumption A63). A failed one changes nothing, but that
 * a new order is then FAILED; a pending one leads an order to INITIATED on which no payment has succeeded, and there it
 * waits (assumption A65); a refund request counts while it waits.
 * The order of lines is the order of the documentation.
 */
export const TRANSITIONS: readonly Transition[] = [
  step("AUTHENTICATION", PAYABLE, AUTHENTICATION_STATES),
  step("AUTHORIZATION", PAYABLE, ["AUTHORIZED"]),
  step("PAYMENT", PAYABLE, ["CAPTURED"]),
  step("VERIFICATION", [...UNOPENED, ...AUTHENTICATION_STATES], ["VERIFIED"]),
  step("BROWSER_PAYMENT", UNOPENED, ["INITIATED"]),
  // The payer's consent leaves it INITIATED; one that fails is the exception to what stands above.
  step("BROWSER_PAYMENT", ["INITIATED"], ["INITIATED", "AUTHORIZED", "CAPTURED", "VERIFIED", "FAILED"]),
  // The provider may report a success after a failure (assumption A132).
  step("BROWSER_PAYMENT", ["FAILED"], ["AUTHORIZED", "CAPTURED", "VERIFIED"]),
  step("CAPTURE", UNOPENED, ["CAPTURED"], true),
  step("REFUND", UNOPENED, ["EXCESSIVELY_REFUNDED"], true),
  step("CAPTURE", ["AUTHORIZED", "PARTIALLY_CAPTURED"], ["PARTIALLY_CAPTURED", "CAPTURED"]),
  step("CAPTURE", ["CAPTURED"], ["CAPTURED"]),
  step("CAPTURE", ["PARTIALLY_REFUNDED", "REFUNDED"], ["PARTIALLY_REFUNDED"]),
  step("REFUND", AMOUNTS_LEFT, ["PARTIALLY_REFUNDED", "REFUNDED", "EXCESSIVELY_REFUNDED"]),
  step("REFUND", ["REFUNDED", "EXCESSIVELY_REFUNDED"], ["EXCESSIVELY_REFUNDED"]),
  step("AUTHORIZATION_UPDATE", ["AUTHORIZED"], ["AUTHORIZED"]),
  step("AUTHORIZATION_UPDATE", ["PARTIALLY_CAPTURED"], ["PARTIALLY_CAPTURED", "CAPTURED"]),
  step("DISBURSEMENT", UNOPENED, ["DISBURSED"]),
  step(
    "REFUND_REQUEST",
    [...AMOUNTS_LEFT, "REFUNDED", "EXCESSIVELY_REFUNDED", "REFUND_REQUESTED"],
    ["REFUND_REQUESTED"],
  ),
  step("REFUND_REQUEST", UNOPENED, ["REFUND_REQUESTED"], true),
  step(
    "REFUND",
    ["REFUND_REQUESTED"],
    ["PARTIALLY_REFUNDED", "REFUNDED", "EXCESSIVELY_REFUNDED", "REFUND_REQUESTED"],
  ),
  step("REFUND", ["REFUND_REQUESTED"], ["EXCESSIVELY_REFUNDED"], true),
  step("VOID_AUTHORIZATION", ["AUTHORIZED"], ["CANCELLED"]),
  step("VOID_PAYMENT", ["CAPTURED"], ["CANCELLED"]),
  step("VOID_CAPTURE", ["PARTIALLY_CAPTURED"], ["AUTHORIZED", "PARTIALLY_CAPTURED"]),
  step("VOID_CAPTURE", ["CAPTURED"], ["AUTHORIZED", "PARTIALLY_CAPTURED", "CAPTURED"]),
  step("VOID_CAPTURE", ["CAPTURED"], ["CANCELLED"], true),
  step("VOID_REFUND", ["PARTIALLY_REFUNDED", "REFUNDED"], AFTER_VOID_OF_REFUND),
  step(
    "VOID_REFUND",
    ["EXCESSIVELY_REFUNDED"],
    [...AFTER_VOID_OF_REFUND, "REFUNDED", "EXCESSIVELY_REFUNDED"],
  ),
  step("VOID_REFUND", ["EXCESSIVELY_REFUNDED"], ["CANCELLED"], true),
];

/** The lines of each type: every payment asks for them twice. */
const LINES: ReadonlyMap<TransitionType, readonly Transition[]> = new Map(
  TRANSITIONS.map(({ type }) => [type, TRANSITIONS.filter((it) => it.type === type)]),
);

const NO_LINES: readonly Transition[] = [];

/** Whether an order in this status takes a transaction of this type. */
export function allows(status: StatusBefore, type: TransitionType, standalone = false): boolean {
  for (const it of LINES.get(type) ?? NO_LINES)
    if (it.standalone === standalone && it.from.includes(status)) return true;
  return false;
}

/** Whether a success may have led from one status to the other. */
export function leadsTo(
  before: StatusBefore,
  { type, standalone }: { readonly type: TransitionType; readonly standalone: boolean },
  after: OrderStatus,
): boolean {
  for (const it of LINES.get(type) ?? NO_LINES)
    if (it.standalone === standalone && it.from.includes(before) && it.to.includes(after)) return true;
  return false;
}

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
