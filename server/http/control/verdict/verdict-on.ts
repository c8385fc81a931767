import type { Exchange } from "../../../domain/record/exchange.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import { NOTIFICATION_STATES } from "../../../domain/record/notification.ts";
import type { Notification } from "../../../domain/record/notification.ts";
import type { Steps } from "../../../domain/steps.ts";
import { storedAccounts } from "../../../verdict/expectations/evidence.ts";
import type { Expectations } from "../../../verdict/expectations/expectations.ts";
import { verdictOf } from "../../../verdict/expectations/verify.ts";
import type { Verdict } from "../../../verdict/expectations/verify.ts";
import type { AppParts } from "../../parts.ts";
import { Problem } from "../kernel/problem.ts";
import { inTurns } from "../kernel/step-pause.ts";

/** So many answers are parsed in one step. */
const PARSED_AT_ONCE = 100;

/** What the journal has of a merchant, as the judges of conduct take it. */
export interface OwnExchanges {
  /** The oldest first. */
  readonly exchanges: readonly Exchange[];
  /** How many older ones it has let go. */
  readonly gone: number;
}

export async function exchangesOf({ exchanges }: AppParts, merchant: string): Promise<OwnExchanges> {
  // What goes while the steps are taken is still among them.
  const gone = exchanges.goneOf(merchant);
  return { exchanges: await inTurns(oldestFirst(exchanges, merchant)), gone };
}

export function* oldestFirst(
  exchanges: Pick<AppParts["exchanges"], "walk">,
  merchant: string | undefined,
): Steps<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (const exchange of exchanges.walk({ filter: { merchant }, limit: Number.MAX_SAFE_INTEGER })) {
    all.push(exchange);
    if (all.length % PARSED_AT_ONCE === 0) yield;
  }
  return all.reverse();
}

export async function everyNotification(
  { notifications }: AppParts,
  merchantId: string,
): Promise<readonly Notification[]> {
  const filter = { order: undefined, states: NOTIFICATION_STATES };
  return notifications.list(merchantId, { filter, limit: Infinity, before: undefined });
}

/** Whether the merchant's client met the expectations and kept the rules of conduct in these exchanges. */
export async function verdictOn(
  parts: AppParts,
  { id }: Merchant,
  own: OwnExchanges,
  expected: Expectations,
): Promise<Verdict> {
  const { clocks, orders } = parts;
  const accounts = await storedAccounts(orders, { merchantId: id, now: await clocks.now(id) }, expected);
  const notifications = await everyNotification(parts, id);
  const verdict = await inTurns(verdictOf(expected, { accounts, notifications, ...own }));
  if (verdict !== undefined) return verdict;
  throw new Problem(
    400,
    "Invalid since",
    "since must be a time with a time zone, or the id of an exchange that is still in the journal.",
  );
}
