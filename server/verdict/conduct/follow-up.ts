import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "../../domain/record/exchange.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { Attempt } from "./attempt.ts";
import type { History, Placed } from "./history.ts";
import { asksAgain } from "./purchase.ts";

/** What the client did about an attempt that it could not know the end of. */
export type FollowUp =
  | { readonly kind: "resolved"; readonly by: Exchange }
  | { readonly kind: "asked-again"; readonly by: Attempt }
  /** It was retrieved while it was still under way, so that it was not to be seen yet. */
  | { readonly kind: "retrieved-too-early"; readonly by: Exchange }
  | { readonly kind: "nothing" };

/** The first thing the client did after it: send the identical request or retrieve the order, or try anew. */
export function followUpOf(attempt: Attempt, history: History): FollowUp {
  const later = history.exchangesOf(attempt.orderId).filter((it) => isLater(it, attempt));
  const by = later.find((it) => resolves(it, attempt));
  const again = history.firstAlike(attempt, (it) => isLater(it, attempt) && asksAgain(attempt, it));
  if (again !== undefined && (by === undefined || isLater(by, again)))
    return { kind: "asked-again", by: again };
  if (by !== undefined) return { kind: "resolved", by: by.exchange };
  const early = later.find(isRetrieve);
  return early === undefined ? { kind: "nothing" } : { kind: "retrieved-too-early", by: early.exchange };
}

/** Whether the client sent the one after the other. What overlaps may have been answered the other way round. */
function isLater(one: Placed, other: Placed): boolean {
  if (one.exchange.at === other.exchange.at) return one.index > other.index;
  // Times in one form, as here, are in the order of their texts, which are compared a hundred times as fast.
  return one.exchange.at > other.exchange.at;
}

function resolves(later: Placed, attempt: Attempt): boolean {
  // Once the attempt has ended, also that there is no such order is an answer.
  if (isRetrieve(later)) return later.index > attempt.index || shows(later.exchange, attempt);
  const { request } = later.exchange;
  if (request.transactionId !== attempt.transactionId || request.operation !== attempt.operation)
    return false;
  return isDeepStrictEqual(withoutCorrelation(request.body), withoutCorrelation(attempt.body));
}

const RETRIEVES: readonly (string | undefined)[] = ["RETRIEVE_ORDER", "RETRIEVE_TRANSACTION"];

function isRetrieve({ exchange }: Placed): boolean {
  return RETRIEVES.includes(exchange.request.operation);
}

/** Whether the answer of a retrieve has the transaction in it. */
function shows({ request, answer: { status, body } }: Exchange, { transactionId }: Attempt): boolean {
  if (status !== 200) return false;
  if (request.operation === "RETRIEVE_TRANSACTION") return request.transactionId === transactionId;
  const list = valueAt(body, "transaction");
  // An answer that was too large to be kept has the benefit of the doubt.
  if (!Array.isArray(list)) return true;
  return (list as readonly Json[]).some((it) => textAt(it, "transaction.id") === transactionId);
}

/** It may change from one sending to the next (interface section 2.3). */
function withoutCorrelation(body: Json | undefined): Json | undefined {
  return isObject(body) ? { ...body, correlationId: undefined } : body;
}
