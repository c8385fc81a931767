import type { ControlOperation } from "../../openapi/control-document.ts";
import { MERCHANT, NO_MERCHANT } from "./words.ts";

const TRANSACTION = `${MERCHANT}/orders/:orderId/transactions/:transactionId`;
const NOT_SETTLED = "No refund of this id waits for an approval, or the order no longer has the amount.";

export const merchantOperations: readonly ControlOperation[] = [
  {
    method: "post",
    path: `${MERCHANT}/reset`,
    tag: "Merchants",
    summary: "Forgets what the merchant did, all or the parts that the body names",
    takes: "Reset",
    takesNothing: true,
    answers: { 200: "ResetDone" },
    problems: { 400: "A part is unknown.", 404: NO_MERCHANT },
  },
  {
    method: "get",
    path: `${MERCHANT}/clock`,
    tag: "Merchants",
    summary: "Gives the merchant's clock",
    answers: { 200: "Clock" },
    problems: { 404: NO_MERCHANT },
  },
  {
    method: "put",
    path: `${MERCHANT}/clock`,
    tag: "Merchants",
    summary: "Moves, stops or resets the merchant's clock",
    takes: "ClockChange",
    answers: { 200: "Clock" },
    problems: { 400: "It is none of the three forms, or no time from 1970 to 9999.", 404: NO_MERCHANT },
  },
  {
    method: "post",
    path: `${TRANSACTION}/approve`,
    tag: "Merchants",
    summary: "Approves a refund that waits for it",
    answers: { 200: "Transaction" },
    problems: { 404: NO_MERCHANT, 409: NOT_SETTLED },
  },
  {
    method: "post",
    path: `${TRANSACTION}/reject`,
    tag: "Merchants",
    summary: "Rejects a refund that waits for approval",
    answers: { 200: "Transaction" },
    problems: { 404: NO_MERCHANT, 409: NOT_SETTLED },
  },
];
