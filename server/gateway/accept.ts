import { shadowOf } from "../contract/shadow.ts";
import { maskText } from "../domain/card.ts";
import { isObject, textAt } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { isTransactionOperation, TRANSACTION_OPERATIONS } from "../domain/operation.ts";
import type { Operation, TransactionOperation } from "../domain/operation.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Call, Payload } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { maskBody } from "./masking.ts";

/** The transaction operation that the body asks for. */
export function operationOf(body: Json): TransactionOperation {
  if (!isObject(body)) throw new Refusal("contract", "The body must be a JSON object");
  const name = Object.hasOwn(body, "apiOperation") ? body["apiOperation"] : undefined;
  if (isTransactionOperation(name)) return name;
  const known = `It is one of ${TRANSACTION_OPERATIONS.join(", ")}`;
  if (name === undefined) {
    const fault = { field: "apiOperation", validationType: "MISSING" } as const;
    throw new Refusal("contract", `Missing parameter 'apiOperation'. ${known}`, fault);
  }
  const shown = maskText(typeof name === "string" ? name : JSON.stringify(maskBody(name))).slice(0, 60);
  const fault = { field: "apiOperation", validationType: "INVALID" } as const;
  throw new Refusal("contract", `Value '${shown}' is invalid. ${known}`, fault);
}

/** A body for the contract of an operation in a version. */
export interface Asked {
  readonly operation: Operation;
  readonly version: number;
  readonly payload: Payload;
}

/** The body as its contract takes it, and the refusal that it deserves. */
export interface Judged {
  readonly body: JsonObject;
  readonly refusal: Refusal | undefined;
}

/**
 * Holds the body against its contract, writes what that saw into the record, and gives the body as taken. What is
 * missing beside a session may be in the session: resolving judges the two together.
 */
export function accept(parts: GatewayParts, call: Call, asked: Asked): JsonObject {
  const { body, refusal } = judge(parts, call, asked);
  const isMissing = refusal?.fault?.validationType === "MISSING";
  if (refusal && !(isMissing && textAt(body, "session.id") !== undefined)) throw refusal;
  return body;
}

/** Holds the body against its contract and writes what that saw into the record. */
export function judge({ contracts, shadow }: GatewayParts, { draft, merchant }: Call, asked: Asked): Judged {
  const { operation, version, payload } = asked;
  const { mode } = merchant;
  const asSent = { operation, version, mode, body: payload.body, text: payload.text };
  const { body, refusal, used, resolution, findings } = contracts.judge(asSent);
  draft.contract = { mode, used, resolution, findings };
  if (shadow !== undefined) draft.shadow = shadowOf(contracts, { ...asked, shadow, mode });
  return { body, refusal };
}
