import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { RecordRef } from "../../store/store.ts";
import type { PageRef } from "../pages.ts";

/** How a merchant's page shows a checkout by the script, as of the last time it asked. */
export type Showing = {
  readonly as: "page" | "embedded" | "lightbox";
  /** The merchant's page, without its fragment. */
  readonly page: string;
  /** What the page wants to be called for when the payer is back. */
  readonly calls: readonly string[];
};

/** What a checkout keeps beside its session. Whether it was paid is not among it: that is read from the order. */
export interface CheckoutRecord {
  readonly apiVersion: number;
  /** Sixteen hexadecimal digits that only the merchant knows, until the payer has paid. */
  readonly successIndicator: string;
  /** Milliseconds since 1970 by the merchant's clock; 0 in a record that does not say. */
  readonly begunAt: number;
  /** The request, with what a page configured beside it, masked. */
  readonly request: JsonObject;
  /** Undefined: no script has shown it, a link led here. */
  readonly showing?: Showing | undefined;
}

export function checkoutRef(sessionId: string): RecordRef {
  return { kind: "checkout", id: sessionId };
}

/** What the payer has entered and did not pay with: with the card while the browser is at its issuer. */
export function attemptRef(sessionId: string): RecordRef {
  return { kind: "checkout", id: `${sessionId} attempt` };
}

/** What the page of a checkout is listed by. */
export function checkoutPage(sessionId: string): PageRef {
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
    showing: valueAt(record, "showing") as unknown as Showing | undefined,
  };
}
