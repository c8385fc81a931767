/** Where in the column an answer is broken: nothing stored yet, stored and untold, or told in part. */
export const FAULT_PLACES = ["before-commit", "after-commit", "mid-body"] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];

export const FAULT_KINDS = [
  "reset",
  "close",
  "stall",
  "truncate",
  "garbage",
  "server-busy",
  "server-failed",
  "status",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * Where each kind makes sense: what ends early has begun, and a whole answer of somebody else cannot come in the
 * middle of the gateway's.
 */
export const FAULT_PLACES_OF: Readonly<Record<FaultKind, readonly FaultPlace[]>> = {
  reset: FAULT_PLACES,
  close: FAULT_PLACES,
  stall: FAULT_PLACES,
  truncate: ["mid-body"],
  garbage: FAULT_PLACES,
  "server-busy": ["before-commit", "after-commit"],
  "server-failed": ["before-commit", "after-commit"],
  status: ["before-commit", "after-commit"],
};

export function faultFits(at: FaultPlace, kind: FaultKind): boolean {
  return FAULT_PLACES_OF[kind].includes(at);
}

/** An answer that the scenario breaks on purpose. */
export interface Fault {
  readonly at: FaultPlace;
  readonly kind: FaultKind;
  /** HTTP status of kind `status`; undefined for every other. */
  readonly status: number | undefined;
  /** How long kind `stall` keeps the caller waiting before the connection is closed; 0 for every other. */
  readonly stallMs: number;
}

/** Before the commit another request can overtake; after it the order has changed and the caller does not know. */
export type HoldPlace = Exclude<FaultPlace, "mid-body">;

/** How a notification is delivered otherwise than once, in its turn and behind the answer. */
export const DELIVERIES = ["lost", "twice", "before-answer", "out-of-order"] as const;
export type DeliveryWord = (typeof DELIVERIES)[number];

/** What a scenario does to the notifications of a request. */
export interface NotificationPlay {
  /** Undefined: once, in its turn. */
  readonly delivery?: DeliveryWord;
  /** How long the first attempt waits, and with it those of the order that come later. */
  readonly delayMs?: number;
  /** Undefined: the right one, if there is one. */
  readonly secret?: "missing" | "wrong";
  /** Undefined: as the settings have it. */
  readonly retries?: "published";
}

/** What a scenario does to an answer beside its outcome. */
export interface Effects {
  /** Milliseconds that the acquirer takes before anything is stored. */
  readonly delayMs: number;
  readonly hold: HoldPlace | undefined;
  readonly fault: Fault | undefined;
  /** Unknown members are put into the answer and its members are shuffled, as a later version might do. */
  readonly chaos: boolean;
  /** Undefined: notifications are delivered as they should be. */
  readonly notification: NotificationPlay | undefined;
}

export const NO_EFFECTS: Effects = {
  ...{ delayMs: 0, hold: undefined, fault: undefined, chaos: false },
  notification: undefined,
};
