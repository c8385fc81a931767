import type { ExchangeDraft } from "../domain/record/exchange.ts";
import type { Json } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Transaction } from "../domain/order/order.ts";

/** One authenticated call as HTTP hands it over. Steps write what they saw and decided into the draft. */
export interface Call {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** The version as the path has it, still unchecked. */
  readonly version: string;
  readonly preference: Preference;
  /** The payer made it at the hosted page; undefined: the merchant called. */
  readonly entryPoint?: Transaction["entryPoint"];
}

/** What the caller prefers to be answered with (RFC 7240), and what came of it. */
export interface Preference {
  /** The Prefer header, all of it; undefined: there is none. */
  readonly header: string | undefined;
  /** As the answer's header and the record's note tell it; undefined: nothing was followed. */
  followed: { readonly applied: string; readonly note: string } | undefined;
}

/** Of calls that the gateway makes itself. */
export function noPreference(): Preference {
  return { header: undefined, followed: undefined };
}

export interface RetrieveCall extends Call {
  readonly orderId: string;
}

export interface TransactionCall extends RetrieveCall {
  readonly transactionId: string;
}

/** The body of a call: as text, for the lexical form of numbers, and parsed. No body at all is `{}`. */
export interface Payload {
  readonly text: string;
  readonly body: Json;
  /** The body as the record shows it (maskBody); undefined when nobody has asked for it yet. */
  readonly shown?: Json;
}
