import type { Exchange } from "../../../domain/record/exchange.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import { NOTIFICATION_STATES } from "../../../domain/record/notification.ts";
import type { Notification } from "../../../domain/record/notification.ts";
import { storedAccounts } from "../../../verdict/expectations/evidence.ts";
import type { Expectations } from "../../../verdict/expectations/expectations.ts";
import { verdictOf } from "../../../verdict/expectations/verify.ts";
import type { Verdict } from "../../../verdict/expectations/verify.ts";
import type { AppParts } from "../../parts.ts";
import { Problem } from "../kernel/problem.ts";
import { inTurns } from "../kernel/step-pause.ts";

/** Exchanges as the judges of conduct take them. */
export function oldestFirst(exchanges: AppParts["exchanges"], merchant: string | undefined): Exchange[] {
  return [...exchanges.list({ filter: { merchant }, limit: Number.MAX_SAFE_INTEGER })].reverse();
}

export async function everyNotification(
  { notifications }: AppParts,
  merchantId: string,
): Promise<readonly Notification[]> {
  const filter = { order: undefined, states: NOTIFICATION_STATES };
  return notifications.list(merchantId, { filter, limit: Infinity, before: undefined });
}

/** Whether the merchant's client met the expectations and kept the rules of conduct. */
export async function verdictOn(parts: AppParts, { id }: Merchant, expected: Expectations): Promise<Verdict> {
  const { clocks, exchanges, orders } = parts;
  const accounts = await storedAccounts(orders, { merchantId: id, now: await clocks.now(id) }, expected);
  const [gone, notifications] = [exchanges.goneOf(id), await everyNotification(parts, id)];
  const own = oldestFirst(exchanges, id);
  const verdict = await inTurns(verdictOf(expected, { accounts, exchanges: own, notifications, gone }));
  if (verdict !== undefined) return verdict;
  throw new Problem(
    400,
    "Invalid since",
    "since must be a time with a time zone, or the id of an exchange that is still in the journal.",
  );
}
