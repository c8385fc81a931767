import { CARD } from "../../domain/card/card-details.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { RecordedOperation } from "../../domain/request/operation.ts";
import { tokenUseRules } from "../../domain/rules/token.ts";
import type { Token } from "../../domain/request/token.ts";
import type { Answer } from "../answers/answer.ts";
import { enforce } from "../column/enforce.ts";
import { transactRecorded } from "../column/run-record.ts";
import type { GatewayParts } from "../parts.ts";
import { readVersion } from "../paths.ts";
import { renderToken } from "./answer-token.ts";
import { checkTokenId } from "./create-token.ts";
import { fundsOf, readToken, tokenOfCardRef, tokenRef } from "./token-record.ts";
import type { TokenCall } from "./tokens.ts";

/** `GET …/token/{tokenid}`. */
export async function retrieveToken(parts: GatewayParts, call: TokenCall): Promise<Answer> {
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
  let card = known(readToken(await parts.store.findRecord(merchant.id, tokenRef(id))), id, draft).card;
  for (let deleted = false; !deleted;) {
    draft.rules = undefined;
    const records = [tokenRef(id), tokenOfCardRef(card)];
    const key = { merchantId: merchant.id, orderId: undefined, records };
    const expected = card;
    const found = await transactRecorded(parts.store, draft, key, ({ records: [token] }, record) => {
      const { card: its } = known(readToken(token), id, record);
      const changes = its === expected ? records.map((ref) => ({ ...ref, value: undefined })) : [];
      return { order: undefined, records: changes, result: its };
    });
    // Another request gave the token another card in between: that one is to be forgotten, then.
    deleted = found === card;
    card = found;
  }
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
