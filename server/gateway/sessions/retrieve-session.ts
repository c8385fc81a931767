import { sessionRules } from "../../domain/rules/session.ts";
import type { Answer } from "../answers/answer.ts";
import { enforce } from "../column/enforce.ts";
import type { GatewayParts } from "../parts.ts";
import { checkId, readVersion } from "../paths.ts";
import { answerSession } from "./answer-session.ts";
import { readSession, sessionRef } from "./session-record.ts";
import type { SessionCall } from "./sessions.ts";

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
