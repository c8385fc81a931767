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
import type { Payload } from "../gateway/call.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readBytes, readPayload } from "./payload.ts";
import { Problem } from "./problem.ts";

export interface VerifyRouteParts extends Pick<AppParts, "clocks" | "exchanges" | "merchants"> {
  readonly orders: OrderSource;
}

const MERCHANT = "/v1/merchants/:merchantId";

/** How clients behaved, and whether they did what was expected of them. */
export function verifyRoutes(parts: VerifyRouteParts, router: Router): void {
  const { exchanges, merchants } = parts;
  const read = readerOf();
  router.get("/v1/conduct", (_request, response) => {
    const scores = [...exchangesByMerchant(oldestFirst(exchanges, undefined))].map(([merchant, own]) => ({
      merchant,
      ...scorecardOf(own, {}, exchanges.goneOf(merchant)),
    }));
    response.json({ merchants: scores });
  });
  router.get(`${MERCHANT}/conduct`, (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.json({ merchant: id, ...scorecardOf(oldestFirst(exchanges, id), {}, exchanges.goneOf(id)) });
  });
  router.post(`${MERCHANT}/verify`, readBytes, async (request, response) => {
    const merchant = merchantNamed(merchants, request);
    response.json({ merchant: merchant.id, ...(await verdictOn(parts, merchant, read(request))) });
  });
}

function oldestFirst(exchanges: VerifyRouteParts["exchanges"], merchant: string | undefined): Exchange[] {
  return [...exchanges.list({ filter: { merchant }, limit: Number.MAX_SAFE_INTEGER })].reverse();
}

async function verdictOn(
  { clocks, exchanges, orders }: VerifyRouteParts,
  { id }: Merchant,
  wish: Expectations,
) {
  const accounts = await storedAccounts(orders, { merchantId: id, now: await clocks.now(id) }, wish);
  const gone = exchanges.goneOf(id);
  const verdict = verdictOf(wish, { accounts, exchanges: oldestFirst(exchanges, id), gone });
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
