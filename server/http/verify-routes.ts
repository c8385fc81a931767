import type { Request, Router } from "express";
import type { FileProblem } from "../document/file-problem.ts";
import { scorecardOf } from "../verdict/conduct/scorecard.ts";
import type { Expectations } from "../verdict/expectations.ts";
import { createExpectationsReader } from "../verdict/expectations-reader.ts";
import { verdictOf } from "../verdict/verify.ts";
import { exchangesByMerchant, storedAccounts } from "../verdict/verify-evidence.ts";
import type { OrderSource } from "../verdict/verify-evidence.ts";
import type { Exchange } from "../domain/exchange.ts";
import type { Merchant } from "../domain/merchant.ts";
import { NOTIFICATION_STATES } from "../domain/notification.ts";
import type { Notification } from "../domain/notification.ts";
import type { Payload } from "../gateway/call.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";

export interface VerifyRouteParts extends Pick<
  AppParts,
  "clocks" | "exchanges" | "merchants" | "notifications"
> {
  readonly orders: OrderSource;
}

const MERCHANT = "/v1/merchants/:merchantId";

/** How clients behaved, and whether they did what was expected of them. */
export function verifyRoutes(parts: VerifyRouteParts, router: Router): void {
  const { exchanges, merchants } = parts;
  const conductOf = async (merchant: string, own: readonly Exchange[]): Promise<object> => {
    const notifications = await everyNotification(parts, merchant);
    return { merchant, ...scorecardOf({ exchanges: own, notifications, gone: exchanges.goneOf(merchant) }) };
  };
  const read = readerOf();
  router.get("/v1/conduct", async (_request, response) => {
    const all = exchangesByMerchant(oldestFirst(exchanges, undefined));
    const scores = [...all].map(([merchant, own]) => conductOf(merchant, own));
    response.json({ merchants: await Promise.all(scores) });
  });
  router.get(`${MERCHANT}/conduct`, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.json(await conductOf(id, oldestFirst(exchanges, id)));
  });
  router.post(`${MERCHANT}/verify`, readBytes, async (request, response) => {
    const merchant = merchantNamed(merchants, request);
    response.json({ merchant: merchant.id, ...(await verdictOn(parts, merchant, read(request))) });
  });
}

function oldestFirst(exchanges: VerifyRouteParts["exchanges"], merchant: string | undefined): Exchange[] {
  return [...exchanges.list({ filter: { merchant }, limit: Number.MAX_SAFE_INTEGER })].reverse();
}

async function everyNotification(
  { notifications }: VerifyRouteParts,
  merchantId: string,
): Promise<readonly Notification[]> {
  const filter = { order: undefined, states: NOTIFICATION_STATES };
  return notifications.list(merchantId, { filter, limit: Infinity, before: undefined });
}

async function verdictOn(parts: VerifyRouteParts, { id }: Merchant, wish: Expectations) {
  const { clocks, exchanges, orders } = parts;
  const accounts = await storedAccounts(orders, { merchantId: id, now: await clocks.now(id) }, wish);
  const [gone, notifications] = [exchanges.goneOf(id), await everyNotification(parts, id)];
  const own = oldestFirst(exchanges, id);
  const verdict = verdictOf(wish, { accounts, exchanges: own, notifications, gone });
  if (verdict !== undefined) return verdict;
  throw new Problem(
    400,
    "Bad since",
    "since is a time with its zone, or the id of an exchange that is still kept.",
  );
}

/** The same form as of files; no body expects nothing but good conduct. */
function readerOf(): (request: Request) => Expectations {
  const read = createExpectationsReader();
  return (request) => {
    const reading = read("body", asYaml(readPayload(request)));
    if ("expectations" in reading) return reading.expectations;
    throw new Problem(400, "Bad expectations", `${reading.problems.map(told).join("; ")}.`);
  };
}

/** JSON is YAML but for tabs, which stand only between its tokens. */
function asYaml({ text }: Payload): string {
  return text.replaceAll("\t", " ");
}

function told({ line, column, message }: FileProblem): string {
  return `line ${line}, column ${column}: ${message}`;
}
