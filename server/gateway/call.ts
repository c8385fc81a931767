import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Json } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";

/** One authenticated call as HTTP hands it over. Steps write what they saw and decided into the draft. */
export interface Call {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** The version as the path has it, still unchecked. */
  readonly version: string;
  /** The Prefer header (RFC 7240), all of it; undefined: there is none. */
  readonly prefer: string | undefined;
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
