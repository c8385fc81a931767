import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "../../domain/exchange.ts";
import { isObject, textAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { Attempt } from "./attempt.ts";
import { asksAgain } from "./purchase.ts";

const BUSY = 503;
const TOO_SLOW = 408;

/**
 * Whether the caller was left without knowing what became of its request: it had gone, nothing came, or not all, or
 * nothing readable, or an error of a server that may have stored it. Busy says that nothing was done (assumption A219).
 */
export function isLost({ exchange: { abandoned, answer, fault } }: Attempt): boolean {
  if (abandoned || answer.status === 0 || fault?.at === "mid-body" || fault?.kind === "garbage") return true;
  return (answer.status >= 500 && answer.status !== BUSY) || answer.status === TOO_SLOW;
}

export function isBusy({ exchange }: Attempt): boolean {
  return exchange.answer.status === BUSY;
}

/** Whether the gateway itself does not know yet. */
export function isUnknown({ exchange, told }: Attempt): boolean {
  return exchange.committed && textAt(told, "result") === "UNKNOWN";
}

/** Operations that move no money: not to know how they ended costs nothing. */
const MOVES_NOTHING: readonly string[] = ["VERIFY"];

export function matters({ operation }: Attempt): boolean {
  return !MOVES_NOTHING.includes(operation);
}

/** What the client did about an attempt that it could not know the end of. */
export type FollowUp =
  | { readonly kind: "resolved"; readonly by: Exchange }
  | { readonly kind: "asked-again"; readonly by: Attempt }
  | { readonly kind: "nothing" };

/** The first thing the client did after it: send the identical request or retrieve the order, or try anew. */
export function followUpOf(
  attempt: Attempt,
  exchanges: readonly Exchange[],
  attempts: readonly Attempt[],
): FollowUp {
  const by = exchanges.slice(attempt.index + 1).find((later) => resolves(later, attempt));
  const again = attempts.find((later) => later.index > attempt.index && asksAgain(attempt, later));
  const resolvedAt = by === undefined ? Infinity : exchanges.indexOf(by);
  if (again !== undefined && again.index < resolvedAt) return { kind: "asked-again", by: again };
  return by === undefined ? { kind: "nothing" } : { kind: "resolved", by };
}

const RETRIEVES: readonly (string | undefined)[] = ["RETRIEVE_ORDER", "RETRIEVE_TRANSACTION"];

function resolves({ request }: Exchange, { orderId, transactionId, operation, body }: Attempt) {
  if (request.orderId !== orderId) return false;
  if (RETRIEVES.includes(request.operation)) return true;
  if (request.transactionId !== transactionId || request.operation !== operation) return false;
  return isDeepStrictEqual(withoutCorrelation(request.body), withoutCorrelation(body));
}

/** It may change from one sending to the next (interface section 2.3). */
function withoutCorrelation(body: Json | undefined): Json | undefined {
  return isObject(body) ? { ...body, correlationId: undefined } : body;
}
