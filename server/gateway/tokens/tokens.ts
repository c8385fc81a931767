import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { createToken } from "./create-token.ts";
import { deleteToken, retrieveToken } from "./keep-token.ts";

export interface TokenCall extends Call {
  readonly tokenId: string;
}

/** Cards that are kept to be paid with later (interface section 2.10). */
export interface Tokens {
  /** Of an id that the gateway makes. */
  create: (call: Call, payload: Payload) => Promise<Answer>;
  /** Of an id that the merchant chose, whether it is there or not. */
  createOrUpdate: (call: TokenCall, payload: Payload) => Promise<Answer>;
  retrieve: (call: TokenCall) => Promise<Answer>;
  delete: (call: TokenCall) => Promise<Answer>;
}

export function createTokens(parts: GatewayParts): Tokens {
  return {
    create: (call, payload) => createToken(parts, { ...call, tokenId: undefined }, payload),
    createOrUpdate: (call, payload) => createToken(parts, call, payload),
    retrieve: (call) => retrieveToken(parts, call),
    delete: (call) => deleteToken(parts, call),
  };
}
