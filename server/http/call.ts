import type { Request } from "express";
import type { Call, Payload } from "../gateway/gateway.ts";
import { maskBody } from "../gateway/masking.ts";
import type { AppParts } from "./app.ts";
import { merchantOf } from "./authentication.ts";
import { recordingOf } from "./exchange-recorder.ts";
import type { Params } from "./mount.ts";
import { bytesOf, readPayload } from "./payload.ts";

/** The call that a request which passed authentication makes. */
export function callOf({ merchants }: Pick<AppParts, "merchants">, request: Request, params: Params): Call {
  return {
    draft: recordingOf(request).draft,
    merchant: merchantOf(merchants, request),
    version: params["version"] ?? "",
  };
}

/** The body of the request, which is from then on in its record. */
export function payloadOf(request: Request): Payload {
  const { draft } = recordingOf(request);
  draft.request = { ...draft.request, bytes: bytesOf(request) };
  const payload = readPayload(request);
  draft.request = { ...draft.request, body: maskBody(payload.body) };
  return payload;
}
