import { CARD } from "../../domain/card-details.ts";
import { combine } from "../../domain/combination.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { alphabetical } from "../alphabetical.ts";
import type { Answer } from "../answer.ts";
import { cardFacts } from "../answers/defaults.ts";
import type { GatewayParts } from "../parts.ts";
import { storedRequest } from "../masking.ts";
import { contentOf } from "./session-record.ts";
import type { SessionAt } from "./session-record.ts";

export interface SessionToAnswer extends SessionAt {
  /** Of the API, in this call. */
  readonly apiVersion: number;
  readonly correlationId: string | undefined;
}

/** The session and what it holds: masked, otherwise as it was sent. There is no `result` (assumption A151). */
export function answerSession(parts: GatewayParts, answered: SessionToAnswer): Answer {
  const { merchantId, id, session, apiVersion, correlationId } = answered;
  const { updateStatus, version } = session;
  const body = {
    ...shown(contentOf(parts, answered)),
    correlationId,
    merchant: merchantId,
    session: { id, updateStatus, version },
    version: String(apiVersion),
  };
  return { status: 200, body: alphabetical(body) };
}

function shown(content: JsonObject): JsonObject {
  const masked = storedRequest(content);
  const card = valueAt(masked, CARD);
  if (!isObject(card)) return masked;
  const securityCode = textAt(content, `${CARD}.securityCode`) === undefined ? undefined : "xxx";
  const known = { ...cardFacts(textAt(card, "number")), securityCode };
  return combine([{ sourceOfFunds: { provided: { card: known } } }, masked]);
}
