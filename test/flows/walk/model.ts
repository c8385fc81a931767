/** What a request asks, as the model sees it. Amounts are in cents. */
export interface Ask {
  readonly operation: "AUTHORIZE" | "PAY" | "VERIFY" | "CAPTURE" | "REFUND" | "VOID";
  readonly version: number;
  readonly cents: number;
  /** Brings funds of its own. */
  readonly alone: boolean;
  readonly target: string | undefined;
  /** The acquirer will say no. */
  readonly declined: boolean;
}

interface Made {
  readonly kind: string;
  readonly cents: number;
  readonly alone: boolean;
}

/** An order as an accountant would keep it: running totals, and what could still be undone. */
export interface Ledger {
  readonly status: string;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly live: ReadonlyMap<string, Made>;
  /** The transaction that brought the money in; with it voided the order is cancelled. */
  readonly opening: string | undefined;
}

export interface Rights {
  readonly excessiveCapture: boolean;
  readonly excessiveRefundPercent: number;
}

export const EMPTY: Ledger = {
  status: "NEW",
  authorized: 0,
  captured: 0,
  refunded: 0,
  live: new Map(),
  opening: undefined,
};

const UNOPENED = ["NEW", "FAILED"];
const TO_CAPTURE = ["AUTHORIZED", "PARTIALLY_CAPTURED", "CAPTURED", "PARTIALLY_REFUNDED", "REFUNDED"];
const REFUNDED = ["PARTIALLY_REFUNDED", "REFUNDED", "EXCESSIVELY_REFUNDED"];
const TO_REFUND = ["PARTIALLY_CAPTURED", "CAPTURED", ...REFUNDED];

/** Statuses in which each kind can be voided. */
const TO_VOID: Readonly<Record<string, readonly string[]>> = {
  AUTHORIZATION: ["AUTHORIZED"],
  CAPTURE: ["CAPTURED", "PARTIALLY_CAPTURED"],
  PAYMENT: ["CAPTURED"],
  REFUND: REFUNDED,
};

/** The type of the transaction that the request makes; undefined: it is refused. */
export function typeMade(ledger: Ledger, ask: Ask, rights: Rights): string | undefined {
  switch (ask.operation) {
    case "AUTHORIZE":
      return [...UNOPENED, "VERIFIED"].includes(ledger.status) ? "AUTHORIZATION" : undefined;
    case "PAY":
      return [...UNOPENED, "VERIFIED"].includes(ledger.status) ? "PAYMENT" : undefined;
    case "VERIFY":
      return UNOPENED.includes(ledger.status) ? "VERIFICATION" : undefined;
    case "CAPTURE":
      return (ask.alone ? UNOPENED.includes(ledger.status) : canCapture(ledger, ask, rights))
        ? "CAPTURE"
        : undefined;
    case "REFUND":
      return (ask.alone ? UNOPENED.includes(ledger.status) : canRefund(ledger, ask, rights))
        ? "REFUND"
        : undefined;
    case "VOID":
      return voidMade(ledger, ask);
  }
}

function canCapture(ledger: Ledger, { cents }: Ask, { excessiveCapture }: Rights): boolean {
  const hasAuthorization = [...ledger.live.values()].some(({ kind }) => kind === "AUTHORIZATION");
  const fits = excessiveCapture || ledger.captured + cents <= ledger.authorized;
  return hasAuthorization && TO_CAPTURE.includes(ledger.status) && fits;
}

function canRefund(ledger: Ledger, { cents, target, version }: Ask, rights: Rights): boolean {
  const sources = [...ledger.live].filter(([, { kind }]) => kind === "PAYMENT" || kind === "CAPTURE");
  const isNamed =
    target === undefined ? version < 100 || sources.length < 2 : sources.some(([id]) => id === target);
  const limit = ledger.captured + Math.floor((ledger.captured * rights.excessiveRefundPercent) / 100);
  return TO_REFUND.includes(ledger.status) && isNamed && ledger.refunded + cents <= limit;
}

function voidMade({ live, status }: Ledger, { target }: Ask): string | undefined {
  const made = live.get(target ?? "");
  return made && TO_VOID[made.kind]?.includes(status) === true ? `VOID_${made.kind}` : undefined;
}

/** The ledger after a transaction that was made. */
export function entered(ledger: Ledger, id: string, ask: Ask, type: string): Ledger {
  if (ask.declined) return ledger.status === "NEW" ? { ...ledger, status: "FAILED" } : ledger;
  const undone = ledger.live.get(ask.target ?? "");
  if (ask.operation === "VOID" && undone !== undefined && ask.target !== undefined) {
    const live = new Map([...ledger.live].filter(([other]) => other !== ask.target));
    return settled({ ...moved(ledger, undone, -1), live }, ask.target === ledger.opening);
  }
  const made = { kind: type, cents: type === "VERIFICATION" ? 0 : ask.cents, alone: ask.alone };
  const opening = ledger.opening ?? (type === "VERIFICATION" ? undefined : id);
  return settled({ ...moved(ledger, made, 1), live: new Map([...ledger.live, [id, made]]), opening }, false);
}

function moved(ledger: Ledger, { kind, cents, alone }: Made, sign: 1 | -1): Ledger {
  const [authorizes, captures] = [
    ["AUTHORIZATION", "PAYMENT"].includes(kind) || (kind === "CAPTURE" && alone),
    ["CAPTURE", "PAYMENT"].includes(kind),
  ];
  return {
    ...ledger,
    authorized: ledger.authorized + (authorizes ? sign * cents : 0),
    captured: ledger.captured + (captures ? sign * cents : 0),
    refunded: ledger.refunded + (kind === "REFUND" ? sign * cents : 0),
  };
}

function settled(ledger: Ledger, isCancelled: boolean): Ledger {
  return { ...ledger, status: isCancelled ? "CANCELLED" : statusBy(ledger) };
}

function statusBy({ authorized, captured, refunded, live }: Ledger): string {
  if (refunded > captured) return "EXCESSIVELY_REFUNDED";
  if (refunded > 0) return refunded < captured ? "PARTIALLY_REFUNDED" : "REFUNDED";
  if (captured > 0) return captured < authorized ? "PARTIALLY_CAPTURED" : "CAPTURED";
  if (authorized > 0) return "AUTHORIZED";
  return live.size > 0 ? "VERIFIED" : "FAILED";
}
