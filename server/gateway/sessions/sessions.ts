import { textAt, valueAt } from "../../domain/json.ts";
import type { Session } from "../../domain/request/session.ts";
import { newSessionRules, sessionRules } from "../../domain/rules/session.ts";
import type { Work } from "../../store/store.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload, SessionCall } from "../call.ts";
import { accept } from "../column/accept.ts";
import { enforce } from "../column/enforce.ts";
import type { GatewayParts } from "../parts.ts";
import { checkId, readVersion } from "../paths.ts";
import { maskBody, withoutSteering } from "../secrets/masking.ts";
import { answerSession, shownContent } from "./answer-session.ts";
import { storeNewSession } from "./new-session.ts";
import { readSession, sessionRef } from "./session-record.ts";
import { updateSession } from "./update-session.ts";

/** Values that are left with the gateway for operations to use (interface section 2.3). */
export interface Sessions {
  create: (call: Call, payload: Payload) => Promise<Answer>;
  update: (call: SessionCall, payload: Payload) => Promise<Answer>;
  retrieve: (call: SessionCall) => Promise<Answer>;
  /** Takes the session's id as a password, once more. Undefined: it opens. */
  open: (merchantId: string, sessionId: string) => Promise<NotOpened | undefined>;
}

/** Why a session's id does not open as a password. */
export interface NotOpened {
  readonly reason: string;
  /** The merchant has the session, which only its own devices know. */
  readonly isKnown: boolean;
}

export function createSessions(parts: GatewayParts): Sessions {
  return {
    create: (call, payload) => createSession(parts, call, payload),
    update: (call, payload) => updateSession(parts, call, payload),
    retrieve: (call) => retrieveSession(parts, call),
    open: (merchantId, sessionId) => open(parts, merchantId, sessionId),
  };
}

/** What a session allows when the request does not say (assumption A147). */
const AUTHENTICATION_LIMIT = 5;

/** `POST …/session`: an empty session, or one with what the request brings for it (assumption A265). */
export async function createSession(parts: GatewayParts, call: Call, payload: Payload): Promise<Answer> {
  const { draft, merchant } = call;
  const operation = "CREATE_SESSION";
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  const body = accept(parts, call, { operation, version, payload });
  // In mode observe it may be a card number, of which the mask makes a text.
  const asked = maskBody(valueAt(body, "session.authenticationLimit") ?? null);
  const limit = typeof asked === "number" ? asked : undefined;
  enforce(newSessionRules, { limit, merchant }, draft);
  const content = withoutSteering(body);
  const isFilled = Object.keys(content).length > 0;
  const made = await storeNewSession(parts, {
    merchantId: merchant.id,
    now: await parts.clocks.now(merchant.id),
    apiVersion: isFilled ? version : undefined,
    updateStatus: isFilled ? "SUCCESS" : "NO_UPDATE",
    authenticationLimit: limit ?? AUTHENTICATION_LIMIT,
    content,
  });
  const { id, session } = made;
  draft.committed = true;
  const answered = {
    aes256Key: parts.vault.keyOf(merchant.id, sessionRef(id)).toString("base64"),
    authenticationLimit: session.authenticationLimit,
    id,
    updateStatus: session.updateStatus,
    version: session.version,
  };
  const correlationId = textAt(body, "correlationId");
  const begun = { correlationId, merchant: merchant.id, result: "SUCCESS", session: answered };
  return {
    status: 201,
    body: isFilled
      ? alphabetical({
          ...shownContent(parts, { ...made, apiVersion: version, mode: merchant.mode }),
          ...begun,
        })
      : begun,
  };
}

/** `GET …/session/{sessionId}`. */
export async function retrieveSession(parts: GatewayParts, call: SessionCall): Promise<Answer> {
  const { draft, merchant, sessionId: id } = call;
  const apiVersion = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version: apiVersion, operation: "RETRIEVE_SESSION" };
  checkId("session.id", id, merchant);
  const now = await parts.clocks.now(merchant.id);
  const session = readSession(await parts.store.findRecord(merchant.id, sessionRef(id)));
  enforce(sessionRules, { id, version: undefined, session, now }, draft);
  if (session === undefined) throw new Error("the rules accepted an unknown session");
  const { id: merchantId, mode } = merchant;
  return answerSession(parts, { merchantId, id, session, apiVersion, mode, correlationId: undefined });
}

/**
 * Lets a payer's device call with this session's id as its password, or says why not. Each time is counted before the
 * call is made, and the count is on disk, so that no restart gives more of them (assumption A148).
 */
async function open(parts: GatewayParts, merchantId: string, id: string): Promise<NotOpened | undefined> {
  const now = await parts.clocks.now(merchantId);
  return parts.store.transact(
    { merchantId, orderId: undefined, records: [sessionRef(id)] },
    ({ records: [record] }): Work<NotOpened | undefined> => {
      const session = readSession(record);
      if (session === undefined) {
        const reason = `The password has the form of a session's id, and merchant ${merchantId} has no session of this id.`;
        return { order: undefined, records: [], result: { reason, isKnown: false } };
      }
      const reason = whyClosed(session, now);
      if (reason !== undefined) return { order: undefined, records: [], result: { reason, isKnown: true } };
      const counted = { ...session, authentications: session.authentications + 1 };
      return { order: undefined, records: [{ ...sessionRef(id), value: { ...counted } }], result: undefined };
    },
  );
}

function whyClosed(
  { authentications, authenticationLimit, expiresAt }: Session,
  now: number,
): string | undefined {
  if (now >= expiresAt) return "The password is the id of a session that has expired.";
  if (authentications < authenticationLimit) return undefined;
  return `The password is the id of a session that has opened as many requests as its authenticationLimit, ${authenticationLimit}.`;
}
