import { readCardRequest } from "../domain/card-request.ts";
import type { CardRequest } from "../domain/card-request.ts";
import type { Facts } from "../domain/decision.ts";
import { amountAt } from "../domain/instruction.ts";
import { textAt } from "../domain/json.ts";
import type { DecidedOperation, TransactionOperation } from "../domain/operation.ts";
import type { Found, RecordChange } from "../store/store.ts";
import { accept } from "./accept.ts";
import { cardFacts, monthOf } from "./facts.ts";
import type { Call, Payload } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { readVersion } from "./paths.ts";
import { resolve, sourcesOf } from "./resolve.ts";
import type { Sourcing } from "./resolve.ts";

/** What asks the scenario about a card, and makes no transaction of an order. */
export type CardOperation = Exclude<DecidedOperation, TransactionOperation>;

export interface CardSourcing extends Sourcing {
  readonly operation: CardOperation;
}

/** A request as it is after its session and token have been looked up. */
export interface ResolvedCardRequest {
  readonly request: CardRequest;
  readonly facts: Facts;
  /** Of the session and token. */
  readonly records: readonly RecordChange[];
}

/** The start of the column: the version of the path, the contract, the time, and what the request takes from elsewhere. */
export async function acceptCardRequest(
  parts: GatewayParts,
  call: Call,
  asked: { readonly operation: CardOperation; readonly payload: Payload },
): Promise<CardSourcing> {
  const { operation, payload } = asked;
  const version = readVersion(call.version, call.merchant.mode);
  call.draft.request = { ...call.draft.request, version, operation };
  const body = accept(parts, call, { operation, version, payload });
  const now = await parts.clocks.now(call.merchant.id);
  const sources = await sourcesOf(parts, call.merchant.id, body);
  return { call, operation, version, body, now, sources };
}

export function resolveCardRequest(
  parts: GatewayParts,
  sourcing: CardSourcing,
  found: Found,
): ResolvedCardRequest {
  const { body, terminal, records } = resolve(parts, sourcing, found);
  const request = readCardRequest(body, terminal);
  return { request, facts: factsOf(sourcing, request), records };
}

function factsOf({ call, operation, version, now }: CardSourcing, request: CardRequest): Facts {
  const { body, card, currency } = request;
  return {
    merchantId: call.merchant.id,
    operation,
    version,
    orderId: undefined,
    transactionId: undefined,
    reference: textAt(body, "order.reference"),
    amount: amountAt(body, "order.amount"),
    currency,
    card: card && cardFacts(card),
    street: textAt(body, "billing.address.street"),
    orderStatus: undefined,
    decided: new Map(),
    today: monthOf(now),
    expiredCards: call.merchant.expiredCards,
  };
}
