import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { RecordRef } from "../../store/store.ts";

/** What a checkout keeps beside its session. It does not change: whether it was paid is read from the order. */
export interface CheckoutRecord {
  readonly apiVersion: number;
  /** Sixteen hexadecimal digits that only the merchant knows, until the payer has paid. */
  readonly successIndicator: string;
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
  return { apiVersion, successIndicator, request: request as JsonObject };
}
