import { isoTime } from "../iso-time.ts";
import type { Transaction } from "../../domain/order.ts";
import { random } from "./random-data.ts";

/** What a bank would have added to a transaction. All made up, and the same whenever it is asked for. */
export interface AcquirerData {
  /** Six digits that the issuer approves with. */
  readonly authorizationCode: string;
  /** `Y DDD HH NNNNNN`: last digit of the year, day of the year, hour, sequence, in UTC. */
  readonly receipt: string;
  /** System trace audit number, the receipt's sequence. */
  readonly stan: string;
  readonly transactionId: string;
  /** accountFunding.reference, should the transaction need one. */
  readonly fundingReference: string;
  /** order.wallet.walletF.callId, should the order need one. */
  readonly callId: string;
}

/** Everything of fewer than thirteen digits, so that none can be taken for a card number. */
export function acquirerDataOf(transaction: Transaction): AcquirerData {
  random.seed(transaction.seed);
  const sequence = digits(6);
  return {
    authorizationCode: digits(6),
    receipt: receiptPrefix(transaction.at) + sequence,
    stan: sequence,
    transactionId: digits(9),
    fundingReference: `AF${digits(10)}`,
    callId: `CALL${digits(10)}`,
  };
}

/** Where and when the acquirer books it: one batch a day (assumption A90). */
export function bookingOf(transaction: Transaction): { readonly batch: number; readonly day: string } {
  const day = isoTime(transaction.at).slice(0, 10);
  return { batch: Number(day.replaceAll("-", "")), day };
}

/** The acquirer's own number for the merchant: ten digits, always the same for a merchant. */
export function acquirerMerchantId(merchantId: string): string {
  let hash = 0;
  for (let index = 0; index < merchantId.length; index += 1) {
    hash = (Math.imul(hash, 31) + merchantId.charCodeAt(index)) >>> 0;
  }
  return String(hash).padStart(10, "0");
}

function digits(length: number): string {
  return String(random.number.int(10 ** length - 1)).padStart(length, "0");
}

function receiptPrefix(at: number): string {
  const time = new Date(at);
  const dayOfYear = Math.floor((at - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
  const [day, hour] = [String(dayOfYear).padStart(3, "0"), String(time.getUTCHours()).padStart(2, "0")];
  return `${time.getUTCFullYear() % 10}${day}${hour}`;
}
