import { textAt, valueAt } from "../../domain/json.ts";
import { accept } from "../accept.ts";
import type { Answer } from "../answer.ts";
import type { Call, Payload } from "../call.ts";
import { maskBody } from "../masking.ts";
import type { GatewayParts } from "../parts.ts";
import { readVersion } from "../paths.ts";
import { storeNewSession } from "./new-session.ts";
import { sessionRef } from "./session-record.ts";

/** What a session allows when the request does not say (assumption A147). */
const AUTHENTICATION_LIMIT = 5;

/** `POST …/session`: an empty session. */
export async function createSession(parts: GatewayParts, call: Call, payload: Payload): Promise<Answer> {
  const { draft, merchant } = call;
  const operation = "CREATE_SESSION";
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  const body = accept(parts, call, { operation, version, payload });
  // In mode observe it may be a card number, of which the mask makes a text.
  const limit = maskBody(valueAt(body, "session.authenticationLimit") ?? null);
  const { id, session } = await storeNewSession(parts, {
    merchantId: merchant.id,
    now: await parts.clocks.now(merchant.id),
    apiVersion: undefined,
    updateStatus: "NO_UPDATE",
    authenticationLimit: typeof limit === "number" ? limit : AUTHENTICATION_LIMIT,
    content: {},
  });
  draft.committed = true;
  const answered = {
    aes256Key: parts.vault.keyOf(merchant.id, sessionRef(id)).toString("base64"),
    authenticationLimit: session.authenticationLimit,
    id,
    updateStatus: session.updateStatus,
    version: session.version,
  };
  const correlationId = textAt(body, "correlationId");
  return {
    status: 201,
    body: { correlationId, merchant: merchant.id, result: "SUCCESS", session: answered },
  };
}
