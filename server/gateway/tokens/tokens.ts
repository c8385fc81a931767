import { CARD } from "../../domain/card/card-details.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { RecordedOperation } from "../../domain/request/operation.ts";
import type { Token } from "../../domain/request/token.ts";
import { tokenUseRules } from "../../domain/rules/token.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import { enforce } from "../column/enforce.ts";
import type { GatewayParts } from "../parts.ts";
import { readVersion } from "../paths.ts";
import { renderToken } from "./answer-token.ts";
import { checkTokenId, createToken } from "./create-token.ts";
import { transactReaching } from "./reach.ts";
import { fundsOf, readToken, tokenOfCardRef, tokenRef } from "./token-record.ts";

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

/** `GET …/token/{tokenid}`. */
async function retrieveToken(parts: GatewayParts, call: TokenCall): Promise<Answer> {
  const { draft, merchant, tokenId: id } = call;
  const apiVersion = begun(call, "RETRIEVE_TOKEN");
  const token = known(readToken(await parts.store.findRecord(merchant.id, tokenRef(id))), id, draft);
  const card = valueAt(fundsOf(parts, { merchantId: merchant.id, id, token }), CARD);
  const shown = { merchantId: merchant.id, id, token, card: isObject(card) ? card : {}, apiVersion };
  return { status: 200, body: renderToken({ ...shown, correlationId: undefined }) };
}

/** `DELETE …/token/{tokenid}`: the card, too, is forgotten. */
export async function deleteToken(parts: GatewayParts, call: TokenCall): Promise<Answer> {
  const { draft, merchant, tokenId: id } = call;
  begun(call, "DELETE_TOKEN");
  await transactReaching<string | undefined, undefined>(parts.store, draft, undefined, (card) => {
    const records = card === undefined ? [tokenRef(id)] : [tokenRef(id), tokenOfCardRef(card)];
    return {
      key: { merchantId: merchant.id, orderId: undefined, records },
      work: ({ records: [token] }, record) => {
        const { card: its } = known(readToken(token), id, record);
        if (its !== card) return { order: undefined, records: [], result: { further: its } };
        const changes = records.map((ref) => ({ ...ref, value: undefined }));
        return { order: undefined, records: changes, result: { result: undefined } };
      },
    };
  });
  draft.committed = true;
  return { status: 200, body: { result: "SUCCESS" } };
}

function begun(call: TokenCall, operation: RecordedOperation): number {
  const version = readVersion(call.version, call.merchant.mode);
  call.draft.request = { ...call.draft.request, version, operation };
  checkTokenId(call.tokenId, call);
  return version;
}

function known(token: Token | undefined, id: string, record: Pick<ExchangeDraft, "rules">): Token {
  enforce(tokenUseRules, { field: "token", id, token }, record);
  if (token === undefined) throw new Error("the rules accepted an unknown token");
  return token;
}
