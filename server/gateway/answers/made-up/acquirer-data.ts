import type { Transaction } from "../../../domain/order/order.ts";
import { isoDate } from "../../../domain/time.ts";

/**
 * What a bank would have added to a transaction. All made up, and the same whenever it is asked for. Everything of fewer
 * than thirteen digits, so that none can be taken for a card number. Which turn of the seed gives what must stay: it is
 * what stored transactions answer.
 */
type Seeded = Pick<Transaction, "seed">;

/** System trace audit number, the receipt's sequence. */
export function stanOf({ seed }: Seeded): string {
  return digits(seed, 0, 1e6);
}

/** Six digits that the issuer approves with. */
export function authorizationCodeOf({ seed }: Seeded): string {
  return digits(seed, 1, 1e6);
}

/** The acquirer's own number of the transaction. */
export function networkIdOf({ seed }: Seeded): string {
  return digits(seed, 2, 1e9);
}

/** accountFunding.reference, should the transaction need one. */
export function fundingReferenceOf({ seed }: Seeded): string {
  return `AF${digits(seed, 3, 1e10)}`;
}

/** order.wallet.walletF.callId, should the order need one. */
export function callIdOf({ seed }: Seeded): string {
  return `CALL${digits(seed, 4, 1e10)}`;
}

/** `Y DDD HH NNNNNN`: last digit of the year, day of the year, hour, sequence, in UTC. */
export function receiptOf({ at, seed }: Pick<Transaction, "at" | "seed">): string {
  return bookingOf(at).receipt + stanOf({ seed });
}

/** Where and when the acquirer books what happens in an hour: one batch a day (assumption A90). */
export interface Booking {
  readonly batch: number;
  /** As YYYY-MM-DD, and as MMDD. */
  readonly day: string;
  readonly date: string;
  /** The beginning of receipts. */
  readonly receipt: string;
}

const HOUR = 3_600_000;

/** Most transactions are of the same hour, so that the last one's is kept. */
let last = { hour: 0, booking: bookingOfHour(0) };

export function bookingOf(at: number): Booking {
  const hour = Math.floor(at / HOUR);
  if (hour !== last.hour) last = { hour, booking: bookingOfHour(hour) };
  return last.booking;
}

function bookingOfHour(hour: number): Booking {
  const time = new Date(hour * HOUR);
  const [day, year] = [isoDate(hour * HOUR), time.getUTCFullYear()];
  const dayOfYear = Math.floor((hour * HOUR - Date.UTC(year, 0, 1)) / (24 * HOUR)) + 1;
  const receipt = `${year % 10}${String(dayOfYear).padStart(3, "0")}${String(time.getUTCHours()).padStart(2, "0")}`;
  return { batch: Number(day.replaceAll("-", "")), day, date: day.slice(5).replace("-", ""), receipt };
}

/** The acquirer's own number for the merchant: ten digits, always the same for a merchant. */
export function acquirerMerchantId(merchantId: string): string {
  let hash = 0;
  for (let index = 0; index < merchantId.length; index += 1) {
    hash = (Math.imul(hash, 31) + merchantId.charCodeAt(index)) >>> 0;
  }
  return String(hash).padStart(10, "0");
}

/** Below the limit, with leading zeros. */
function digits(seed: number, turn: number, limit: number): string {
  return String(limit + Math.floor(numberAt(stateOf(seed), turn) * limit)).slice(1);
}

/**
 * mulberry32: 32 bits of state are enough for digits that only have to look made up. The state is counted up by the
 * same step for every number, so that any of the numbers of a seed can be had without those before it.
 */
const STEP = 0x6d2b79f5;

/** The number from 0 to 1 that comes at the turn, which counts from 0, when it began with that state. */
export function numberAt(begin: number, turn: number): number {
  const state = (begin + Math.imul(turn + 1, STEP)) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** The state that a seed of up to 53 bits begins with. */
export function stateOf(seed: number): number {
  return (seed ^ Math.floor(seed / 2 ** 32)) | 0;
}
