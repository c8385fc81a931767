import type { Request } from "express";
import type { Call, Payload, TransactionCall } from "../../gateway/call.ts";
import { maskBody } from "../../gateway/secrets/masking.ts";
import { merchantOf } from "./authentication.ts";
import { recordingOf } from "./exchange-recorder.ts";
import type { Params } from "./mount.ts";
import { bytesOf, readPayload } from "../payload.ts";

/** The call that a request which passed authentication makes. */
export function callOf(request: Request, params: Params): Call {
  const { draft, preference } = recordingOf(request);
  return {
    draft,
    merchant: merchantOf(request),
    version: params["version"] ?? "",
    preference,
  };
}

/** The call about an order, and about the transaction of it that the path names, if any. */
export function transactionCallOf(request: Request, params: Params): TransactionCall {
  const { draft, merchant, version, preference } = callOf(request, params);
  const { orderId = "", transactionId = "" } = params;
  return { draft, merchant, version, preference, orderId, transactionId };
}

/** Larger bodies are left out of the record, so that the journal is bounded in bytes as well. */
const RECORDED_BYTES_MAX = 65_536;

/** The body of the request, which is from then on in its record. */
export function payloadOf(request: Request): Payload {
  const { draft } = recordingOf(request);
  draft.request.bytes = bytesOf(request);
  const { text, body } = readPayload(request);
  if (draft.request.bytes > RECORDED_BYTES_MAX) {
    draft.notes = [...draft.notes, `The body is not recorded: it has more than ${RECORDED_BYTES_MAX} bytes.`];
    return { text, body };
  }
  const shown = maskBody(body);
  draft.request.body = shown;
  return { text, body, shown };
}
