import type { Scheme } from "./card/card-scheme.ts";
import type { CertificateName } from "./client-certificate.ts";
import type { KeptLimits } from "./kept.ts";
import type { Mode } from "./record/finding.ts";
import type { TransactionOperation } from "./request/operation.ts";

export const TRANSACTION_MODES = ["AUTHORIZE_CAPTURE", "PURCHASE"] as const;

export type TransactionMode = (typeof TRANSACTION_MODES)[number];

/** What a merchant profile may allow beyond the ordinary. */
export const PRIVILEGES = ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"] as const;
export type Privilege = (typeof PRIVILEGES)[number];

/** Where and how a merchant wants to be notified; on the live gateway it stands in the administration portal. */
export interface NotificationSettings {
  readonly enabled: boolean;
  /** Target of notifications if the order does not specify one. */
  readonly url: string | undefined;
  /** What the header X-Notification-Secret proves the sender by; undefined: it is not sent. */
  readonly secret: string | undefined;
}

/** The tenant: everything the sandbox keeps belongs to one of these. Limits that are undefined are as the settings say. */
export interface Merchant extends KeptLimits {
  readonly id: string;
  /** Up to two may be active, so that one can be replaced without an outage. */
  readonly passwords: readonly string[];
  /** Client certificates that stand for the merchant, instead of a password (interface section 5). */
  readonly certificates: readonly CertificateName[];
  readonly mode: Mode;
  /** Undefined: every operation is permitted. */
  readonly operations: readonly TransactionOperation[] | undefined;
  readonly privileges: readonly Privilege[];
  /** How far refunds may exceed the captured total with EXCESSIVE_REFUND, in percent of it. */
  readonly excessiveRefundPercent: number;
  /** The first is the default; a request may name any of them. */
  readonly categoryCodes: readonly string[];
  /** Undefined: every ISO 4217 currency. */
  readonly currencies: readonly string[] | undefined;
  /** The card schemes that may be paid with; undefined: every one, also of numbers that belong to none. */
  readonly cardTypes: readonly Scheme[] | undefined;
  /** How cards are charged; undefined: as the permitted operations say. It is told to shops, and refuses nothing. */
  readonly transactionMode: TransactionMode | undefined;
  readonly expiredCards: "decline" | "ignore";
  /** The merchant charge of type SURCHARGE, in percent of the net amount (interface section 2.6). */
  readonly surchargePercent: number;
  /** What a payment plan adds to an amount, in percent of it (interface section 2.14, paymentPlan.interestRate). */
  readonly paymentPlanInterestPercent: number;
  /** Who stands as initiator.userId where a request names nobody; undefined: nobody does (interface section 2.3). */
  readonly userId: string | undefined;
  /** Whether refunds wait for an approval (interface section 3, REFUND_REQUESTED). */
  readonly refundApproval: boolean;
  /** How long an authorization can be captured; every update starts it anew (assumption A114). */
  readonly authorizationValidityDays: number;
  /** How long after it a transaction can be voided (interface section 8; assumption A115). */
  readonly voidWindowHours: number;
  /** Whether an order, transaction or other id that looks like a card number is refused (assumption A4). */
  readonly cardNumbersInIds: "refuse" | "accept";
  /** Requests that the merchant may send per second; undefined: as the settings say. */
  readonly requestsPerSecond: number | undefined;
  /** The newest exchanges, so many, are kept in memory; undefined: as the settings say. */
  readonly exchangesKept: number | undefined;
  /** Card numbers that the card guard takes for test cards, besides the published ones and those of the scenarios. */
  readonly testCards: readonly string[];
  /** Whether a payer who was not authenticated can pay on the internet (assumption A281). */
  readonly unauthenticatedPayments: "accept" | "block";
  /** Whether a payer may be sent back to an http address of this machine or a private network (assumption A264). */
  readonly httpReturnUrls: "accept" | "refuse";
  /** Whether the payment page opens at its address alone, without the script of a page of the merchant (assumption A506). */
  readonly checkoutWithoutScript: "accept" | "refuse";
  /** The largest session.authenticationLimit that a new session may ask for (assumption A147). */
  readonly authenticationLimitMax: number;
  readonly notifications: NotificationSettings;
  /** Names of the scenario files that decide for the merchant; undefined: those of the settings. */
  readonly scenarios: readonly string[] | undefined;
  /** Whether a request may choose its scenario by the header Prefer. */
  readonly prefer: "allow" | "ignore";
}

/** What a reset of a merchant can be about, each alone or together with others. */
export const RESET_PARTS = ["orders", "journal", "counters", "clock", "armed", "coverage"] as const;
export type ResetPart = (typeof RESET_PARTS)[number];
