import type { JsonObject } from "../../server/domain/json.ts";
import {
  authorize,
  capture,
  disbursement,
  FUNDS,
  pay,
  refund,
  update,
  verify,
  voidOf,
  withValue,
} from "../support/requests.ts";

export const DECLINED_CARD = "4000000000000507";

export const declinedPay = withValue(pay(), "sourceOfFunds.provided.card.number", DECLINED_CARD);

export const REFERRED_CARD = "4000000000000101";

export const referredPay = withValue(pay(), "sourceOfFunds.provided.card.number", REFERRED_CARD);

/** A capture or refund that opens an order of its own (interface section 2.10). */
export const standaloneCapture = (amount = "100.00"): JsonObject => ({
  ...withValue(capture(amount), "transaction.authorizationCode", "A1B2C3"),
  sourceOfFunds: FUNDS,
});

export const standaloneRefund = (amount = "100.00"): JsonObject => ({
  ...refund(amount),
  sourceOfFunds: FUNDS,
});

/** A refund of an order with several captures names the one that it means. */
export const refundOf = (target: string, amount = "100.00"): JsonObject =>
  withValue(refund(amount), "transaction.targetTransactionId", target);

/** An order as it may be found: how it came to it (as transactions 1, 2 …), and what the next operation can be. */
export interface Situation {
  readonly status: string;
  readonly before: readonly JsonObject[];
  /** What is left to capture, and to refund. */
  readonly left: readonly [capture: number, refund: number];
  /** Transaction ids that a void can name, by what they are. */
  readonly targets: Readonly<Partial<Record<"authorization" | "payment" | "capture" | "refund", string>>>;
}

const authorized = { authorization: "1" };
const captured = { ...authorized, capture: "2" };
const partly = [authorize(), capture("60.00")];

export const SITUATIONS = {
  new: { status: "NEW", before: [], left: [100, 100], targets: {} },
  declined: { status: "FAILED", before: [declinedPay], left: [100, 100], targets: { payment: "1" } },
  referred: { status: "FAILED", before: [referredPay], left: [100, 100], targets: { payment: "1" } },
  verified: { status: "VERIFIED", before: [verify()], left: [100, 100], targets: {} },
  authorized: { status: "AUTHORIZED", before: [authorize()], left: [100, 100], targets: authorized },
  "authorized, then updated": {
    status: "AUTHORIZED",
    before: [authorize(), update("120.00")],
    left: [120, 120],
    targets: authorized,
  },
  "captured in part": { status: "PARTIALLY_CAPTURED", before: partly, left: [40, 60], targets: captured },
  captured: { status: "CAPTURED", before: [authorize(), capture()], left: [0, 100], targets: captured },
  paid: { status: "CAPTURED", before: [pay()], left: [0, 100], targets: { payment: "1" } },
  "captured on its own": {
    status: "CAPTURED",
    before: [standaloneCapture()],
    left: [0, 100],
    targets: { capture: "1" },
  },
  "captured in part, then refunded in part": {
    status: "PARTIALLY_REFUNDED",
    before: [...partly, refund("20.00")],
    left: [40, 40],
    targets: { ...captured, refund: "3" },
  },
  "paid, then refunded in part": {
    status: "PARTIALLY_REFUNDED",
    before: [pay(), refund("20.00")],
    left: [0, 80],
    targets: { payment: "1", refund: "2" },
  },
  "captured in part, then refunded": {
    status: "REFUNDED",
    before: [...partly, refund("60.00")],
    left: [40, 0],
    targets: { ...captured, refund: "3" },
  },
  "paid, then refunded": {
    status: "REFUNDED",
    before: [pay(), refund()],
    left: [0, 0],
    targets: { payment: "1", refund: "2" },
  },
  "paid, then refunded in excess": {
    status: "EXCESSIVELY_REFUNDED",
    before: [pay(), refund("105.00")],
    left: [0, 0],
    targets: { payment: "1", refund: "2" },
  },
  "refunded on its own": {
    status: "EXCESSIVELY_REFUNDED",
    before: [standaloneRefund()],
    left: [0, 0],
    targets: { refund: "1" },
  },
  "authorized, then voided": {
    status: "CANCELLED",
    before: [authorize(), voidOf("1")],
    left: [0, 0],
    targets: authorized,
  },
  "paid, then voided": {
    status: "CANCELLED",
    before: [pay(), voidOf("1")],
    left: [0, 0],
    targets: { payment: "1" },
  },
  disbursed: { status: "DISBURSED", before: [disbursement()], left: [100, 100], targets: {} },
} as const satisfies Readonly<Record<string, Situation>>;

export type SituationName = keyof typeof SITUATIONS;
