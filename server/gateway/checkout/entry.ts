import type { JsonObject } from "../../domain/json.ts";
import type { Payload } from "../call.ts";

/** What the payer sent. */
export interface CheckoutEntry {
  /** What the form was filled with, as members of the payment. */
  readonly members: JsonObject;
  /** Whether the card may be kept for later payments; it counts where the checkout asks for it. */
  readonly consents: boolean;
}

/** As JSON has it: members that are undefined are not there. */
export function payloadOf(body: JsonObject): Payload & { readonly body: JsonObject } {
  const text = JSON.stringify(body);
  return { text, body: JSON.parse(text) as JsonObject };
}
