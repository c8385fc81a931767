import type { Shadow } from "../../domain/record/difference.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Mode } from "../../domain/record/finding.ts";
import { textAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { OPERATIONS } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";

/** Exchanges as they come from memory or from a file. */
export type Traffic = AsyncIterable<Exchange> | Iterable<Exchange>;

/** A request that a contract judged, with all that another one needs to judge it again. */
export interface Subject {
  readonly id: string;
  readonly operation: Operation;
  /** Under which it was sent. */
  readonly version: number;
  readonly mode: Mode;
  /** Masked. */
  readonly body: Json;
  readonly namesSession: boolean;
  /** Why it was refused, when it was. */
  readonly refusedFor: string | undefined;
  readonly shadow: Shadow | undefined;
}

/** Why nothing can be said of an exchange: refused before a contract saw it, or a call that has none. */
export type Skipped = "refused-before" | "without-contract";

/** The exchange with what SANDBOX_SHADOW adds; older journals have no such member. */
type Shadowed = Exchange & { readonly shadow?: Shadow | undefined };

export function subjectOf(exchange: Shadowed): Subject | Skipped {
  const { id, request, contract, refusal, shadow } = exchange;
  const { operation, version, body = {} } = request;
  if (!contract || !isOperation(operation) || version === undefined) {
    return refusal === undefined ? "without-contract" : "refused-before";
  }
  const namesSession = textAt(body, "session.id") !== undefined;
  const { mode } = contract;
  return { id, operation, version, mode, body, namesSession, refusedFor: refusal?.reason, shadow };
}

/** Whether the exchange is one that the upgrade check compares. */
export function isCompared(exchange: Exchange): boolean {
  return typeof subjectOf(exchange) !== "string";
}

function isOperation(name: string | undefined): name is Operation {
  return (OPERATIONS as readonly (string | undefined)[]).includes(name);
}
