import { readCardRequest } from "../domain/card-request.ts";
import type { CardRequest } from "../domain/card-request.ts";
import type { Facts } from "../domain/decision.ts";
import { amountAt } from "../domain/instruction.ts";
import { textAt } from "../domain/json.ts";
import type { DecidedOperation, TransactionOperation } from "../domain/operation.ts";
import type { Found, RecordChange } from "../store/store.ts";
import { accept } from "./accept.ts";
import { momentOf } from "./decision-record.ts";
import { sourceFacts } from "./facts.ts";
import { transactionSeed } from "./fingerprints.ts";
import type { Scenarios } from "../scenario/scenarios.ts";
import type { Asking } from "../scenario/ask-rules.ts";
import type { Call, Payload } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { readVersion } from "./paths.ts";
import { resolve, sourcesOf } from "./resolve.ts";
import type { Sourcing } from "./resolve.ts";
import { askingOf } from "./turns.ts";
import type { Turn } from "./turns.ts";

/** What asks the scenario about a card, and makes no transaction of an order. */
export type CardOperation = Exclude<DecidedOperation, TransactionOperation>;

export interface CardSourcing extends Sourcing {
  readonly operation: CardOperation;
  readonly scenarios: Scenarios;
}

/** A request as it is after its session and token have been looked up. */
export interface ResolvedCardRequest {
  readonly request: CardRequest;
  readonly facts: Facts;
  /** How the scenario is asked. */
  readonly asking: Asking;
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
  call.draft.moment = momentOf(now, undefined);
  const sources = await sourcesOf(parts, call.merchant.id, body);
  const scenarios = await parts.scenarios.of(call);
  return { call, operation, version, body, now, sources, scenarios };
}

export function resolveCardRequest(
  parts: GatewayParts,
  sourcing: CardSourcing,
  found: Found,
  { counts }: Turn,
): ResolvedCardRequest {
  const { body, terminal, records } = resolve(parts, sourcing, found);
  const request = readCardRequest(body, terminal);
  const number = request.card?.number;
  const facts: Facts = {
    ...factsOf(sourcing, request),
    cardKey: number === undefined ? undefined : parts.fingerprints.card(number),
    counts,
    seed: transactionSeed(parts.seed, sourcing.call.merchant.id, sourcing.operation, JSON.stringify(body)),
  };
  return { request, facts, asking: askingOf(parts, sourcing), records };
}

type FactsOfRequest = Omit<Facts, "cardKey" | "counts" | "seed">;

function factsOf({ call, operation, version, now }: CardSourcing, request: CardRequest): FactsOfRequest {
  const { body, card, currency } = request;
  return {
    merchantId: call.merchant.id,
    operation,
    version,
    orderId: undefined,
    transactionId: undefined,
    ...sourceFacts(body),
    request: body,
    reference: textAt(body, "order.reference"),
    amount: amountAt(body, "order.amount"),
    currency,
    card,
    street: textAt(body, "billing.address.street"),
    orderStatus: undefined,
    attempt: 1,
    earlier: [],
    now,
    expiredCards: call.merchant.expiredCards,
  };
}
