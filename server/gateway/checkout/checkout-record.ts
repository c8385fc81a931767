import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { RecordRef } from "../../store/store.ts";

/** What a checkout keeps beside its session. It does not change: whether it was paid is read from the order. */
export interface CheckoutRecord {
  readonly apiVersion: number;
  /** Sixteen hexadecimal digits that only the merchant knows, until the payer has paid. */
  readonly successIndicator: string;
  /** Milliseconds since 1970 by the merchant's clock; 0 in a record that does not say. */
  readonly begunAt: number;
  /** The request, masked. */
  readonly request: JsonObject;
}

export function checkoutRef(sessionId: string): RecordRef {
  return { kind: "checkout", id: sessionId };
}

/** Undefined when there is no such checkout. */
export function readCheckout(record: JsonObject | undefined): CheckoutRecord | undefined {
  const [apiVersion, request] = [valueAt(record, "apiVersion"), valueAt(record, "request")];
  const successIndicator = textAt(record, "successIndicator");
  if (typeof apiVersion !== "number" || successIndicator === undefined) return undefined;
  const begunAt = valueAt(record, "begunAt");
  return {
    apiVersion,
    successIndicator,
    begunAt: typeof begunAt === "number" ? begunAt : 0,
    request: request as JsonObject,
  };
}
