import { CARD } from "../../domain/card-details.ts";
import type { DecidedOperation } from "../../domain/operation.ts";
import { isTransactionOperation } from "../../domain/operation.ts";
import type { ConditionName } from "../conditions.ts";

/**
 * How a request brings what a condition asks about: always, never, as an id in its URL, or by one of these members. The
 * contract of `valueOf` says which values there are; without it any value may come.
 */
export type Carrier = "always" | "never" | "path" | CarrierMembers;

export interface CarrierMembers {
  readonly members: readonly string[];
  readonly valueOf: string | undefined;
  /** Other operations on the same order that bring it, in whatever version; undefined: the request itself. */
  readonly by?: readonly DecidedOperation[];
}

type CarrierOf = (operation: DecidedOperation) => Carrier;

const FUNDS = "sourceOfFunds";

/** A number may also come by a track, a chip, a cryptogram of a terminal or a token, none of which tells its length. */
const CARDS: readonly string[] = [CARD, `${FUNDS}.token`];
const GIFT_CARDS: readonly string[] = [...CARDS, `${FUNDS}.provided.giftCard`];

/** Operations that speak of the transaction's amount, and those that have no part in the order's net amount. */
const BY_TRANSACTION: readonly DecidedOperation[] = ["CAPTURE", "REFUND", "UPDATE_AUTHORIZATION"];
const REFERABLE: readonly DecidedOperation[] = ["AUTHORIZE", "PAY"];
const OF_PART: readonly DecidedOperation[] = ["CAPTURE", "REFUND", "VOID"];

const always: CarrierOf = () => "always";
const ofMember =
  (member: string): CarrierOf =>
  () => ({ members: [member], valueOf: member });

/** A referral says nothing of a card, and has the money of the transaction that was referred (assumption A117). */
const ofCard: CarrierOf = (operation) => {
  if (operation === "REFERRAL") return "never";
  return { members: isTransactionOperation(operation) ? CARDS : GIFT_CARDS, valueOf: undefined };
};

const ofCardMember =
  (member: string, isText: boolean): CarrierOf =>
  (operation) =>
    operation === "REFERRAL"
      ? "never"
      : { members: [`${CARD}.${member}`], valueOf: isText ? `${CARD}.${member}` : undefined };

/**
 * Also a net amount makes an amount, but no longer one than an amount itself can be, unless a surcharge makes it longer
 * (assumption A206).
 */
const ofAmount: CarrierOf = (operation) => {
  const member = `${groupOf(operation)}.amount`;
  const net = OF_PART.includes(operation) ? [] : ["order.netAmount"];
  return { members: [member, ...net], valueOf: member, ...referred(operation) };
};

const ofCurrency: CarrierOf = (operation) => {
  const member = `${groupOf(operation)}.currency`;
  return { members: [member], valueOf: member, ...referred(operation) };
};

function referred(operation: DecidedOperation): { readonly by?: readonly DecidedOperation[] } {
  return operation === "REFERRAL" ? { by: REFERABLE } : {};
}

/** What is about no order has neither an order nor a transaction. */
const ofPath: CarrierOf = (operation) => (isTransactionOperation(operation) ? "path" : "never");
const ofOrder: CarrierOf = (operation) => (isTransactionOperation(operation) ? "always" : "never");

function groupOf(operation: DecidedOperation): string {
  return BY_TRANSACTION.includes(operation) ? "transaction" : "order";
}

/** Conditions on members of the request name their own paths (unreachable.ts). */
export const CARRIERS: Readonly<Record<Exclude<ConditionName, "request">, CarrierOf>> = {
  amount: ofAmount,
  amountEnds: ofAmount,
  attempt: always,
  card: ofCard,
  cardPrefix: ofCard,
  cardRange: ofCard,
  clock: always,
  currency: ofCurrency,
  earlier: ofOrder,
  expiry: ofCard,
  merchant: always,
  operation: always,
  order: ofPath,
  orderGlob: ofPath,
  orderPrefix: ofPath,
  orderStatus: ofOrder,
  p2pe: ofCardMember("p2pe", false),
  pin: ofCardMember("pin", false),
  reference: ofMember("order.reference"),
  referenceGlob: ofMember("order.reference"),
  referencePrefix: ofMember("order.reference"),
  scheme: ofCard,
  securityCode: ofCardMember("securityCode", true),
  session: ofMember("session.id"),
  street: ofMember("billing.address.street"),
  token: ofMember(`${FUNDS}.token`),
  transaction: ofPath,
  transactionGlob: ofPath,
  transactionPrefix: ofPath,
  version: always,
};
