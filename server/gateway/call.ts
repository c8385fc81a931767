import type { Json } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Transaction } from "../domain/order/order.ts";
import type { ExchangeDraft } from "../domain/record/exchange.ts";

/** One authenticated call as HTTP hands it over. Steps write what they saw and decided into the draft. */
export interface Call {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** The version as the path has it, still unchecked. */
  readonly version: string;
  /** The Prefer header, all of it (RFC 7240); undefined: there is none, or the gateway itself calls. */
  readonly prefer: string | undefined;
  /** Under which address a trusted proxy took the call, such as `https://sandbox.example`; undefined: none told. */
  readonly origin?: string | undefined;
  /** The payer made it at the hosted page; undefined: the merchant called. */
  readonly entryPoint?: Transaction["entryPoint"];
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

export interface SessionCall extends Call {
  readonly sessionId: string;
}
