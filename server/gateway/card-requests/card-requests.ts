import { CARD } from "../../domain/card/card-details.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Facts } from "../../domain/record/decision.ts";
import { readCardRequest } from "../../domain/request/card-request.ts";
import type { CardRequest } from "../../domain/request/card-request.ts";
import { amountAt } from "../../domain/request/instruction.ts";
import type { DecidedOperation, TransactionOperation } from "../../domain/request/operation.ts";
import type { RecordChange } from "../../store/store.ts";
import { cardFacts } from "../answers/defaults.ts";
import { valueOf } from "../answers/members/collect.ts";
import { SOURCE_OF_FUNDS } from "../answers/shapes/source-of-funds.ts";
import type { Call, Payload } from "../call.ts";
import { accept } from "../column/accept.ts";
import type { ApiSteps, Run } from "../column/family.ts";
import { resolve } from "../column/resolve.ts";
import { factsOf } from "../column/scenario-facts.ts";
import type { GatewayParts } from "../parts.ts";
import { readVersion } from "../paths.ts";
import { transactionSeed } from "../secrets/fingerprints.ts";
import { withLostEncryption } from "../secrets/terminal-data.ts";

/** What asks the scenario about a card, and makes no transaction of an order. */
export type CardOperation = Exclude<DecidedOperation, TransactionOperation>;

/** The steps of a family of such requests: they begin alike. */
export interface CardSteps extends ApiSteps {
  readonly call: Call;
  readonly payload: Payload;
  readonly request: AcceptedCardRequest;
  readonly context: ResolvedCardRequest;
}

export interface AcceptedCardRequest {
  readonly operation: CardOperation;
  readonly version: number;
  readonly body: JsonObject;
}

/** A request as it is after its session and token have been looked up. */
export interface ResolvedCardRequest {
  readonly request: CardRequest;
  readonly facts: Facts;
  /** Of the session and token. */
  readonly records: readonly RecordChange[];
}

export function acceptCardRequest(
  parts: GatewayParts,
  call: Call,
  operation: CardOperation,
  payload: Payload,
): AcceptedCardRequest {
  const version = readVersion(call.version, call.merchant.mode);
  call.draft.request = { ...call.draft.request, version, operation };
  return { operation, version, body: accept(parts, call, { operation, version, payload }) };
}

export function resolveCardRequest(
  parts: GatewayParts,
  { visit, found, counts, record }: Run<CardSteps>,
): ResolvedCardRequest {
  const { call, now, sources, scenarios } = visit;
  const { operation, version } = visit.request;
  const { merchant } = call;
  const asked = { call, record, operation, version, body: visit.request.body, now, sources };
  const { records, ...opened } = resolve(parts, asked, found);
  const { body } = opened;
  const terminal = withLostEncryption(opened, scenarios.lostOf);
  const request = readCardRequest(body, terminal, parts.contracts.carrier({ operation, version }));
  const { card, currency } = request;
  const about = { merchant, operation, version, body, card, currency, now };
  const seed = transactionSeed(parts.seed, merchant.id, operation, JSON.stringify(body));
  const facts = factsOf(
    {
      ...{ ...about, amount: amountAt(body, "order.amount") },
      ...{ orderId: undefined, transactionId: undefined, order: undefined, orderStatus: undefined },
      cardKey: card?.number === undefined ? undefined : parts.fingerprints.card(card.number),
    },
    { counts, seed },
  );
  return { request, facts, records };
}

/** The source of funds of an answer that belongs to no order: the request's own, masked, and what its card is. */
export function echoOfFunds(masked: JsonObject): Json | undefined {
  const card = valueAt(masked, CARD);
  const known = isObject(card) ? { card: cardFacts(textAt(card, "number")) } : undefined;
  const isGiftCard = valueAt(masked, "sourceOfFunds.provided.giftCard") !== undefined;
  const own = { provided: known, type: isGiftCard ? "GIFT_CARD" : "CARD" };
  return valueOf(SOURCE_OF_FUNDS, "sourceOfFunds", [masked], own);
}
