import { textAt } from "../../domain/json.ts";
import type { Attempt } from "./attempt.ts";

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
export function isUnknown({ exchange, told }: Attempt): boolean {
  return exchange.committed && textAt(told, "result") === "UNKNOWN";
}

/** Operations that move no money: not to know how they ended costs nothing. */
const MOVES_NOTHING: readonly string[] = ["VERIFY"];

export function matters({ operation }: Attempt): boolean {
  return !MOVES_NOTHING.includes(operation);
}
