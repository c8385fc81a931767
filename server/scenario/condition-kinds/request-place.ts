import { CARD } from "../../domain/card/card-details.ts";
import type { AskedOperation, DecidedOperation } from "../../domain/request/operation.ts";
import { isTransactionOperation } from "../../domain/request/operation.ts";

/**
 * Where a request of an operation has what a condition asks about: always, never, as an id in its URL, or in one of these
 * members. The contract of `valueOf` says which values there are; without it any value may come.
 */
export type RequestPlace = "always" | "never" | "path" | MemberPlace;

export interface MemberPlace {
  readonly members: readonly string[];
  readonly valueOf: string | undefined;
  /** Other operations on the same order that bring it, in whatever version; undefined: the request itself. */
  readonly by?: readonly DecidedOperation[];
}

export type PlaceIn = (operation: AskedOperation) => RequestPlace;

export const TOKEN = "sourceOfFunds.token";

/** A number may also come by a track, a chip, a cryptogram of a terminal or a token, none of which tells its length. */
const CARDS: readonly string[] = [CARD, TOKEN];
const GIFT_CARDS: readonly string[] = [...CARDS, "sourceOfFunds.provided.giftCard"];

export function inMember(member: string): PlaceIn {
  return () => ({ members: [member], valueOf: member });
}

/** A referral says nothing of a card, and has the money of the transaction that was referred (assumption A117). */
export const inCard: PlaceIn = (operation) => {
  if (operation === "REFERRAL") return "never";
  return { members: isTransactionOperation(operation) ? CARDS : GIFT_CARDS, valueOf: undefined };
};

/** Where it is a text, its contract says which ones there are. */
export function inCardMember(member: string, isText: boolean): PlaceIn {
  const path = `${CARD}.${member}`;
  return (operation) =>
    operation === "REFERRAL" ? "never" : { members: [path], valueOf: isText ? path : undefined };
}

/** What is about no order has neither an order nor a transaction. */
export const inPath: PlaceIn = (operation) => (isTransactionOperation(operation) ? "path" : "never");
export const inOrder: PlaceIn = (operation) => (isTransactionOperation(operation) ? "always" : "never");
