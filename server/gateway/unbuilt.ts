import type { Operation } from "../domain/operation.ts";
import { Refusal } from "../domain/refusal.ts";
import { accept } from "./accept.ts";
import type { Call, GatewayParts, Payload } from "./gateway.ts";
import { readVersion } from "./paths.ts";

/** What is asked of an operation that only has its contract yet. */
export interface UnbuiltCall {
  readonly operation: Operation;
  readonly call: Call;
  readonly payload: Payload;
}

/** The request is still held against its contract, so that its findings are in the record. */
export function refuseUnbuilt(parts: GatewayParts, { operation, call, payload }: UnbuiltCall): never {
  const version = readVersion(call.version, call.merchant.mode);
  call.draft.request = { ...call.draft.request, version, operation };
  accept(parts, call, { operation, version, payload });
  throw notBuilt(operation);
}

export function notBuilt(operation: Operation): Refusal {
  const fault = { field: "apiOperation", validationType: "UNSUPPORTED" } as const;
  return new Refusal(
    "not-permitted",
    `Value '${operation}' is invalid. The sandbox does not play this operation yet`,
    fault,
  );
}
