import { CARD } from "../../domain/card/card-details.ts";
import { combine } from "../../domain/request/combination.ts";
import type { Mode } from "../../domain/record/finding.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import type { Answer } from "../answers/answer.ts";
import { withPublicNames } from "../../domain/request/public-names.ts";
import { cardFacts } from "../answers/defaults.ts";
import { asWritten } from "../answers/members/scalar.ts";
import type { GatewayParts } from "../parts.ts";
import { storedRequest } from "../secrets/masking.ts";
import { contentOf } from "./session-record.ts";
import type { SessionAt } from "./session-record.ts";

export interface SessionToAnswer extends SessionAt {
  /** Of the API, in this call. */
  readonly apiVersion: number;
  /** Of the merchant: what a version knows is more in mode gateway. */
  readonly mode: Mode;
  readonly correlationId: string | undefined;
}

/** The session and what it holds: masked, otherwise as it was sent but for the expiry's month. There is no `result` (assumption A151). */
export function answerSession(parts: GatewayParts, answered: SessionToAnswer): Answer {
  const { merchantId, id, session, apiVersion, correlationId } = answered;
  const { publicNames, updateStatus, version } = session;
  const body = alphabetical({
    ...shownContent(parts, answered),
    correlationId,
    merchant: merchantId,
    session: { id, updateStatus, version },
    version: String(apiVersion),
  });
  return { status: 200, body: publicNames === undefined ? body : withPublicNames(body, publicNames) };
}

/** What may be in a session: members of transactions, and those of what a checkout is begun with. */
const FILLED_BY = [
  "UPDATE_SESSION",
  "CREATE_SESSION",
  "INITIATE_CHECKOUT",
  "CREATE_CHECKOUT_SESSION",
] as const;

/** What the session holds, as answers show it: of what other versions wrote, only what this one knows. */
export function shownContent(
  parts: Pick<GatewayParts, "contracts" | "vault">,
  at: SessionAt & Pick<SessionToAnswer, "apiVersion" | "mode">,
): JsonObject {
  const { apiVersion: version, mode } = at;
  const held = contentOf(parts, at);
  const content = combine(
    FILLED_BY.map((operation) => parts.contracts.known({ operation, version, mode }, held)),
  );
  const masked = storedRequest(content);
  const card = valueAt(masked, CARD);
  if (!isObject(card)) return masked;
  const securityCode = textAt(content, `${CARD}.securityCode`) === undefined ? undefined : "xxx";
  const known = { ...cardFacts(textAt(card, "number")), ...expiriesOf(card), securityCode };
  return combine([{ sourceOfFunds: { provided: { card: known } } }, masked]);
}

/** Months come back without their leading zero, as in every answer. */
function expiriesOf(card: JsonObject): JsonObject {
  const months = ["expiry", "maskedFpanExpiry"].flatMap((name) => {
    const month = textAt(card, `${name}.month`);
    return month === undefined ? [] : [[name, { month: asWritten("month", month) }] as const];
  });
  return Object.fromEntries(months);
}
