import { textAt, valueAt } from "../../domain/json.ts";
import { accept } from "../column/accept.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import { maskBody, withoutSteering } from "../secrets/masking.ts";
import type { GatewayParts } from "../parts.ts";
import { readVersion } from "../paths.ts";
import { shownContent } from "./answer-session.ts";
import { storeNewSession } from "./new-session.ts";
import { sessionRef } from "./session-record.ts";

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
  const limit = maskBody(valueAt(body, "session.authenticationLimit") ?? null);
  const content = withoutSteering(body);
  const isFilled = Object.keys(content).length > 0;
  const made = await storeNewSession(parts, {
    merchantId: merchant.id,
    now: await parts.clocks.now(merchant.id),
    apiVersion: isFilled ? version : undefined,
    updateStatus: isFilled ? "SUCCESS" : "NO_UPDATE",
    authenticationLimit: typeof limit === "number" ? limit : AUTHENTICATION_LIMIT,
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
