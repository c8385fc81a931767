import { textAt } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { accept } from "../column/accept.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { checkId, readVersion } from "../paths.ts";
import { renderToken } from "./answer-token.ts";
import { saveToken } from "./new-token.ts";

const TOKEN_ID = /^[0-9A-Za-z]+$/;

/** `POST …/token`, and `PUT …/token/{tokenid}` with an id of the merchant's own. */
export async function createToken(
  parts: GatewayParts,
  call: Call & { readonly tokenId: string | undefined },
  payload: Payload,
): Promise<Answer> {
  const { draft, merchant, tokenId } = call;
  const operation = tokenId === undefined ? "CREATE_TOKEN" : "CREATE_OR_UPDATE_TOKEN";
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  if (tokenId !== undefined) checkTokenId(tokenId, call);
  const body = accept(parts, call, { operation, version, payload });
  const now = await parts.clocks.now(merchant.id);
  const saved = await saveToken(parts, { call, operation, version, body, now, tokenId });
  draft.committed = true;
  const correlationId = textAt(body, "correlationId");
  const answered = { ...saved, merchantId: merchant.id, apiVersion: version, correlationId };
  return { status: saved.isNew ? 201 : 200, body: renderToken(answered) };
}

/** Alphanumeric, 1 to 40 (assumption A156). */
export function checkTokenId(id: string, { merchant }: Call): void {
  checkId("token", id, merchant);
  if (TOKEN_ID.test(id)) return;
  const fault = { field: "token", validationType: "INVALID" } as const;
  throw new Refusal(
    "contract",
    "The token in the path is invalid. It may contain only letters and digits",
    fault,
  );
}
