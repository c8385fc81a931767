import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { createSession } from "./create-session.ts";
import { retrieveSession } from "./retrieve-session.ts";
import { opensWith } from "./session-password.ts";
import { updateSession } from "./update-session.ts";

export interface SessionCall extends Call {
  readonly sessionId: string;
}

/** Values that are left with the gateway for operations to use (interface section 2.3). */
export interface Sessions {
  create: (call: Call, payload: Payload) => Promise<Answer>;
  update: (call: SessionCall, payload: Payload) => Promise<Answer>;
  retrieve: (call: SessionCall) => Promise<Answer>;
  /** Takes the session's id as a password, once more. */
  opensWith: (merchantId: string, sessionId: string) => Promise<boolean>;
}

export function createSessions(parts: GatewayParts): Sessions {
  return {
    create: (call, payload) => createSession(parts, call, payload),
    update: (call, payload) => updateSession(parts, call, payload),
    retrieve: (call) => retrieveSession(parts, call),
    opensWith: (merchantId, sessionId) => opensWith(parts, merchantId, sessionId),
  };
}
