import { textAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { isTransactionOperation } from "../../domain/request/operation.ts";
import type { TransactionOperation } from "../../domain/request/operation.ts";

/** What became of an attempt, whether or not the caller received the answer. */
export type Fate = "approved" | "declined" | "open" | "refused" | "nothing";

/** A request that was to make a transaction of an order. */
export interface Attempt {
  readonly exchange: Exchange;
  /** Its place among the exchanges, the oldest first. */
  readonly index: number;
  readonly operation: TransactionOperation;
  readonly orderId: string;
  readonly transactionId: string;
  readonly body: Json | undefined;
  /** The gateway's answer, also when it was lost on the way. */
  readonly answerBody: Json | undefined;
  readonly fate: Fate;
}

/** Every attempt among the exchanges, also those that were refused and those that came again. */
export function attemptsOf(exchanges: readonly Exchange[]): readonly Attempt[] {
  return exchanges.flatMap((exchange, index) => attemptOf(exchange, index) ?? []);
}

function attemptOf(exchange: Exchange, index: number): Attempt | undefined {
  const { operation, orderId, transactionId, body } = exchange.request;
  if (orderId === undefined || transactionId === undefined) return undefined;
  if (!isTransactionOperation(operation)) return undefined;
  const answerBody = answerSeenBy(exchange);
  return {
    exchange,
    index,
    operation,
    orderId,
    transactionId,
    body,
    answerBody,
    fate: fateOf(exchange, answerBody),
  };
}

/** What the gateway answered, before anything was broken on purpose. */
export function answerSeenBy({ fault, answer }: Exchange): Json | undefined {
  return fault === undefined ? answer.body : fault.lost?.body;
}

const FATES: Readonly<Record<string, Fate>> = { SUCCESS: "approved", FAILURE: "declined" };

function fateOf({ committed, repeated, refusal }: Exchange, answerBody: Json | undefined): Fate {
  if (refusal !== undefined) return "refused";
  if (!committed && !repeated) return "nothing";
  return FATES[textAt(answerBody, "result") ?? ""] ?? "open";
}

/** Whether the attempt itself moved or reserved money; the same request again moves nothing. */
export function isApproved({ fate, exchange }: Attempt): boolean {
  return fate === "approved" && exchange.committed;
}

/** Whether both are about one transaction. */
export function isSameTransaction(one: Attempt, other: Attempt): boolean {
  return one.orderId === other.orderId && one.transactionId === other.transactionId;
}

/** `PAY of order-1/1` */
export function nameOf({ operation, orderId, transactionId }: Attempt): string {
  return `${operation} of ${orderId}/${transactionId}`;
}

export function idsOf(...attempts: readonly Attempt[]): readonly string[] {
  return attempts.map(({ exchange }) => exchange.id);
}

/** When it was by the merchant's clock, which a suite may set; by the sandbox's where nothing was looked up. */
export function timeOf({ moment, at }: Pick<Exchange, "at" | "moment">): number {
  return Date.parse(moment?.now ?? at);
}

const BUSY = 503;
const TOO_SLOW = 408;

/**
 * Whether the caller was left without knowing what became of its request: it had gone, nothing came, or not all, or
 * nothing readable, or an error of a server that may have stored it. Busy says that nothing was done (assumption A219).
 */
export function isLost({ exchange: { abandoned, answer, fault } }: Attempt): boolean {
  if (abandoned || answer.status === 0 || fault?.at === "mid-body" || fault?.kind === "garbage") return true;
  return (answer.status >= 500 && answer.status !== BUSY) || answer.status === TOO_SLOW;
}

export function isBusy({ exchange }: Attempt): boolean {
  return exchange.answer.status === BUSY;
}

/** Whether the gateway itself does not know yet. */
export function isUnknown({ exchange, answerBody }: Attempt): boolean {
  return exchange.committed && textAt(answerBody, "result") === "UNKNOWN";
}

/** Operations that move no money: not to know how they ended costs nothing. */
const MOVES_NOTHING: readonly string[] = ["AUTHENTICATE_PAYER", "INITIATE_AUTHENTICATION", "VERIFY"];

export function matters({ operation }: Attempt): boolean {
  return !MOVES_NOTHING.includes(operation);
}
