import type { JsonObject } from "../../server/domain/json.ts";
import {
  declinedPay,
  referredPay,
  refundOf,
  standaloneCapture,
  standaloneRefund,
} from "../operations/situations.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  referral,
  refund,
  update,
  verify,
  voidOf,
} from "../support/requests.ts";

// Stories of orders, of a merchant without privileges and of one with them.

/** What is sent, and what the answer is: type, status of the order, totals authorized/captured/refunded. */
export type Step = readonly [body: JsonObject, summary: string];

export const STORIES: Readonly<Record<string, readonly Step[]>> = {
  "an authorization that is captured, refunded and the refund voided": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture(), "CAPTURE CAPTURED 100/100/0"],
    [refund(), "REFUND REFUNDED 100/100/100"],
    [voidOf("3"), "VOID_REFUND CAPTURED 100/100/0"],
    [refund("30.00"), "REFUND PARTIALLY_REFUNDED 100/100/30"],
  ],
  "captures in parts": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture("30.00"), "CAPTURE PARTIALLY_CAPTURED 100/30/0"],
    [capture("30.50"), "CAPTURE PARTIALLY_CAPTURED 100/60.5/0"],
    [capture("39.50"), "CAPTURE CAPTURED 100/100/0"],
  ],
  "refunds in parts, each of the capture that it names": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture("60.00"), "CAPTURE PARTIALLY_CAPTURED 100/60/0"],
    [capture("40.00"), "CAPTURE CAPTURED 100/100/0"],
    [refundOf("2", "60.00"), "REFUND PARTIALLY_REFUNDED 100/100/60"],
    [refundOf("3", "40.00"), "REFUND REFUNDED 100/100/100"],
  ],
  "an authorization that is updated, captured in parts and undone out of order": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [update("120.00"), "AUTHORIZATION_UPDATE AUTHORIZED 120/0/0"],
    [capture("40.00"), "CAPTURE PARTIALLY_CAPTURED 120/40/0"],
    [capture("40.00"), "CAPTURE PARTIALLY_CAPTURED 120/80/0"],
    [voidOf("4"), "VOID_CAPTURE PARTIALLY_CAPTURED 120/40/0"],
    [capture("80.00"), "CAPTURE CAPTURED 120/120/0"],
    [voidOf("6"), "VOID_CAPTURE PARTIALLY_CAPTURED 120/40/0"],
    [voidOf("3"), "VOID_CAPTURE AUTHORIZED 120/0/0"],
    [voidOf("1"), "VOID_AUTHORIZATION CANCELLED 0/0/0"],
  ],
  "a payment that is voided": [
    [pay(), "PAYMENT CAPTURED 100/100/0"],
    [voidOf("1"), "VOID_PAYMENT CANCELLED 0/0/0"],
  ],
  "an authorization that is voided": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [voidOf("1"), "VOID_AUTHORIZATION CANCELLED 0/0/0"],
  ],
  "a capture that is voided and made again for less": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture(), "CAPTURE CAPTURED 100/100/0"],
    [voidOf("2"), "VOID_CAPTURE AUTHORIZED 100/0/0"],
    [capture("80.00"), "CAPTURE PARTIALLY_CAPTURED 100/80/0"],
  ],
  "one of two captures that is voided": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture("60.00"), "CAPTURE PARTIALLY_CAPTURED 100/60/0"],
    [capture("40.00"), "CAPTURE CAPTURED 100/100/0"],
    [voidOf("2"), "VOID_CAPTURE PARTIALLY_CAPTURED 100/40/0"],
  ],
  "one of two refunds that is voided": [
    [pay(), "PAYMENT CAPTURED 100/100/0"],
    [refund("70.00"), "REFUND PARTIALLY_REFUNDED 100/100/70"],
    [refund("30.00"), "REFUND REFUNDED 100/100/100"],
    [voidOf("2"), "VOID_REFUND PARTIALLY_REFUNDED 100/100/30"],
  ],
  "everything undone from the last to the first": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture("60.00"), "CAPTURE PARTIALLY_CAPTURED 100/60/0"],
    [refund("10.00"), "REFUND PARTIALLY_REFUNDED 100/60/10"],
    [voidOf("3"), "VOID_REFUND PARTIALLY_CAPTURED 100/60/0"],
    [voidOf("2"), "VOID_CAPTURE AUTHORIZED 100/0/0"],
    [voidOf("1"), "VOID_AUTHORIZATION CANCELLED 0/0/0"],
  ],
  "a verified card that then pays": [
    [verify(), "VERIFICATION VERIFIED 0/0/0"],
    [pay("25.00"), "PAYMENT CAPTURED 25/25/0"],
  ],
  "a verified card that is authorized after a decline": [
    [verify(), "VERIFICATION VERIFIED 0/0/0"],
    [pay("66.66"), "FAILURE PAYMENT VERIFIED 0/0/0"],
    [authorize("25.00"), "AUTHORIZATION AUTHORIZED 25/0/0"],
  ],
  "a retry with another card and a new transaction id after a decline": [
    [declinedPay, "FAILURE PAYMENT FAILED 0/0/0"],
    [declinedPay, "FAILURE PAYMENT FAILED 0/0/0"],
    [pay(), "PAYMENT CAPTURED 100/100/0"],
  ],
  "a payment that the issuer refers, and the referral": [
    [referredPay, "FAILURE PAYMENT FAILED 0/0/0"],
    [referral(), "PAYMENT CAPTURED 100/100/0"],
  ],
  "a disbursement": [[disbursement(), "DISBURSEMENT DISBURSED 0/0/0"]],
  "a capture that stands alone and is refunded": [
    [standaloneCapture(), "CAPTURE CAPTURED 100/100/0"],
    [refund("10.00"), "REFUND PARTIALLY_REFUNDED 100/100/10"],
  ],
  "a capture that stands alone and is voided": [
    [standaloneCapture(), "CAPTURE CAPTURED 100/100/0"],
    [voidOf("1"), "VOID_CAPTURE CANCELLED 0/0/0"],
  ],
  "a refund that stands alone, needs no privilege, and is voided": [
    [standaloneRefund("25.00"), "REFUND EXCESSIVELY_REFUNDED 0/0/25"],
    [voidOf("1"), "VOID_REFUND CANCELLED 0/0/0"],
  ],
  "a declined capture, which leaves the order as it was": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture("66.66"), "FAILURE CAPTURE AUTHORIZED 100/0/0"],
    [capture("40.00"), "CAPTURE PARTIALLY_CAPTURED 100/40/0"],
    [capture("60.00"), "CAPTURE CAPTURED 100/100/0"],
  ],
  "a declined refund, which leaves the order as it was": [
    [pay(), "PAYMENT CAPTURED 100/100/0"],
    [refund("66.66"), "FAILURE REFUND CAPTURED 100/100/0"],
    [refund(), "REFUND REFUNDED 100/100/100"],
  ],
  "a declined void, which leaves the order as it was and can be tried again": [
    [pay("77.00"), "PAYMENT CAPTURED 77/77/0"],
    [voidOf("1"), "FAILURE VOID_PAYMENT CAPTURED 77/77/0"],
    [voidOf("1"), "VOID_PAYMENT CANCELLED 0/0/0"],
  ],
};

export const PRIVILEGED: typeof STORIES = {
  "a capture above the authorization": [
    [authorize(), "AUTHORIZATION AUTHORIZED 100/0/0"],
    [capture("120.00"), "CAPTURE CAPTURED 100/120/0"],
    [capture("5.00"), "CAPTURE CAPTURED 100/125/0"],
    [voidOf("2"), "VOID_CAPTURE PARTIALLY_CAPTURED 100/5/0"],
  ],
  "refunds above what was captured, up to the merchant's percentage": [
    [pay(), "PAYMENT CAPTURED 100/100/0"],
    [refund(), "REFUND REFUNDED 100/100/100"],
    [refund("25.00"), "REFUND EXCESSIVELY_REFUNDED 100/100/125"],
    [voidOf("2"), "VOID_REFUND PARTIALLY_REFUNDED 100/100/25"],
  ],
  "a refund in excess that is voided": [
    [pay(), "PAYMENT CAPTURED 100/100/0"],
    [refund("30.00"), "REFUND PARTIALLY_REFUNDED 100/100/30"],
    [refund("70.00"), "REFUND REFUNDED 100/100/100"],
    [refund("5.00"), "REFUND EXCESSIVELY_REFUNDED 100/100/105"],
    [voidOf("4"), "VOID_REFUND REFUNDED 100/100/100"],
  ],
};
