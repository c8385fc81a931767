import { shadowOf } from "../../contract/contracts.ts";
import { maskStart } from "../../domain/card/card.ts";
import { without } from "../../domain/request/combination.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { isInVersion, OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { nearest } from "../../domain/nearest.ts";
import { isTransactionOperation, TRANSACTION_OPERATIONS } from "../../domain/request/operation.ts";
import type { Operation, TransactionOperation } from "../../domain/request/operation.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { invalid } from "../../domain/request/rule.ts";
import type { Call, Payload, TransactionCall } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { maskBody } from "../secrets/masking.ts";

const SHOWN_LENGTH_MAX = 60;

/** The transaction operation that the body asks for. */
export function operationOf(body: Json): TransactionOperation {
  if (!isObject(body)) throw new Refusal("contract", "The body must be a JSON object");
  const name = Object.hasOwn(body, "apiOperation") ? body["apiOperation"] : undefined;
  if (isTransactionOperation(name)) return name;
  const known = `It must be one of ${TRANSACTION_OPERATIONS.join(", ")}`;
  if (name === undefined) {
    const fault = { field: "apiOperation", validationType: "MISSING" } as const;
    throw new Refusal("contract", `Missing parameter 'apiOperation'. ${known}`, fault);
  }
  const shown = maskStart(typeof name === "string" ? name : JSON.stringify(maskBody(name)), SHOWN_LENGTH_MAX);
  const meant = nearest(shown, TRANSACTION_OPERATIONS);
  const question = meant === undefined ? "" : `. Did you mean '${meant}'?`;
  const fault = { field: "apiOperation", validationType: "INVALID" } as const;
  throw new Refusal("contract", `Value '${shown}' is invalid. ${known}${question}`, fault);
}

/** An operation that came later is none in the versions before it (assumption A278). */
export function checkIsInVersion(operation: TransactionOperation, version: number): void {
  const { versions } = OPERATION_DEFINITIONS[operation];
  if (versions === undefined || isInVersion(operation, version)) return;
  throw invalid("apiOperation", operation, `It is of versions ${versions.first} to ${versions.last}`);
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

/** Whose body it is, and the record. */
interface JudgedCall {
  readonly draft: Pick<ExchangeDraft, "contract" | "shadow">;
  readonly merchant: Merchant;
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

/** Ids of the path that a body may repeat (assumption A262). */
const PATH_IDS = ["order.id", "transaction.id"] as const;

/** The body without the ids of the path; throws when it names others than the path does. */
export function withoutPathIds(body: JsonObject, call: TransactionCall): JsonObject {
  const ids = { "order.id": call.orderId, "transaction.id": call.transactionId };
  return PATH_IDS.reduce((rest, field) => {
    const value = valueAt(rest, field);
    if (value === undefined) return rest;
    if (value === ids[field]) return without(rest, field);
    const shown = typeof value === "string" ? value : JSON.stringify(maskBody(value));
    throw invalid(field, shown.slice(0, 60), `The path has ${ids[field]}`);
  }, body);
}

/** What a session says of ids is not about the transaction that uses it. */
export function withoutIds(content: JsonObject): JsonObject {
  return PATH_IDS.reduce<JsonObject>(without, content);
}

/** Holds the body against its contract and writes what that saw into the record. */
export function judge(
  { contracts, shadow }: GatewayParts,
  { draft, merchant }: JudgedCall,
  asked: Asked,
): Judged {
  const { operation, version, payload } = asked;
  const { mode } = merchant;
  const asSent = { operation, version, mode, body: payload.body, text: payload.text };
  const { body, refusal, used, resolution, findings } = contracts.judge(asSent);
  draft.contract = { mode, used, resolution, findings };
  if (shadow !== undefined) draft.shadow = shadowOf(contracts, { ...asked, shadow, mode });
  return { body, refusal };
}
