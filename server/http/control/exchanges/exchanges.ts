import type { Exchange } from "../../../domain/record/exchange.ts";
import type { AppParts, ExchangeSource } from "../../parts.ts";
import { listOf, MERCHANT, NO_MERCHANT, text } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { meantBy, MERCHANT_PAGE, PAGE, pageQuery, WAIT } from "./exchange-filters.ts";
import { EXCHANGE } from "./exchange-schema.ts";
import { endpoint } from "../kernel/kernel.ts";
import type { Reply } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";

/** About how many bytes of JSON text a page has at most, so that one request does not hold up the others. */
const PAGE_BYTES_MAX = 2_097_152;

const BAD_FILTER = "A filter is unknown, or its value is wrong.";

const list = endpoint({
  method: "get",
  path: "/v1/exchanges",
  tag: "Journal",
  summary: "Lists exchanges, newest first",
  description:
    "If next is present, there are older ones: repeat the call with before set to it. A page ends at limit, or at about 2 MiB.",
  query: PAGE,
  answers: { 200: "Exchanges" },
  problems: { 400: BAD_FILTER },
  handle:
    ({ exchanges: source }) =>
    ({ query }) =>
      pageOf(source, query),
});

const ofMerchant = endpoint({
  method: "get",
  path: `${MERCHANT}/exchanges`,
  tag: "Journal",
  summary: "Lists exchanges of the merchant, newest first",
  query: MERCHANT_PAGE,
  answers: { 200: "Exchanges" },
  problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
  handle:
    ({ exchanges: source }) =>
    ({ merchant, query }) =>
      pageOf(source, { ...query, merchant: merchant.id }),
});

/** One page, and where the next one begins: `next` is what to ask for as `before`. */
function pageOf(source: ExchangeSource, given: Judged<typeof PAGE>): object {
  const query = pageQuery(source, given);
  const page = source.list({ ...query, bytesMax: PAGE_BYTES_MAX });
  const last = page.at(-1)?.id;
  const hasMore = last !== undefined && source.list({ ...query, before: last, limit: 1 }).length > 0;
  return { exchanges: page, next: hasMore ? last : undefined };
}

const wait = endpoint({
  method: "post",
  path: "/v1/exchanges/wait",
  tag: "Journal",
  summary: "Answers as soon as the given number of exchanges match",
  body: { name: "ExchangeWait", schema: WAIT, isOptional: true, reads: "fields" },
  answers: { 200: "Exchanges" },
  problems: {
    400: BAD_FILTER,
    408: "Too few matched before the timeout.",
    503: "The sandbox is shutting down.",
  },
  needs: "look",
  handle:
    (parts) =>
    ({ body, gone }) =>
      awaited(parts, body, gone),
});

/** Answers as soon as the given number of exchanges match, so that suites need not ask again and again. */
async function awaited(
  { exchanges: source }: AppParts,
  { count: limit, timeoutMs, ...filters }: Judged<typeof WAIT>,
  gone: AbortSignal,
): Promise<Reply | undefined> {
  const query = { ...meantBy(source, filters), limit };
  const { end, exchanges: found } = await source.wait({ query, timeoutMs, gone });
  const matched = found.length;
  switch (end) {
    case "matched":
      return (_request, response) =>
        response.type("json").send(`{"exchanges":[${textsWithin(PAGE_BYTES_MAX, found).join(",")}]}`);
    case "late":
      throw new Problem(408, "Timed out", `${matched} of ${limit} matched in ${timeoutMs} ms.`, { matched });
    case "stopped":
      throw new Problem(503, "Stopping", `${matched} of ${limit} matched; the sandbox is shutting down.`, {
        matched,
      });
    case "gone":
      return undefined;
  }
}

/** The JSON texts of the first of them, as long as they have room; one in any case. */
function textsWithin(bytesMax: number, found: readonly Exchange[]): readonly string[] {
  const written: string[] = [];
  let bytes = 0;
  for (const exchange of found) {
    const json = JSON.stringify(exchange);
    bytes += json.length;
    if (bytes > bytesMax && written.length > 0) break;
    written.push(json);
  }
  return written;
}

const one = endpoint({
  method: "get",
  path: "/v1/exchanges/:id",
  evidence: "named",
  tag: "Journal",
  summary: "Returns an exchange, which shows why it was answered as it was",
  answers: { 200: "Exchange" },
  problems: { 404: "No exchange has this id: it never existed or was evicted by newer ones." },
  ownerOf: ownerOfExchange,
  handle:
    ({ exchanges: source }) =>
    ({ params }) =>
      exchangeNamed(source, params.id),
});

/** Exchanges that were answered before anybody was known belong to nobody. */
export function ownerOfExchange({ exchanges: source }: AppParts, id: string): string | undefined {
  return source.find(id)?.merchantId;
}

export function exchangeNamed(source: ExchangeSource, id: string): Exchange {
  const exchange = source.find(id);
  if (exchange !== undefined) return exchange;
  throw new Problem(
    404,
    "No such exchange",
    "No exchange has this id: it never existed or was evicted by newer ones.",
  );
}

/** What was asked and answered, and why: page by page, one by one, and as soon as it happens. */
export const exchanges: Resource = {
  schemas: {
    Exchange: EXCHANGE,
    Exchanges: {
      type: "object",
      required: ["exchanges"],
      properties: {
        exchanges: listOf("Exchange"),
        next: { ...text, description: "Set before to this value to get the next page." },
      },
    },
  },
  parameters: { id: "The id of an exchange, from the header X-Sandbox-Exchange of the answer." },
  endpoints: [list, ofMerchant, wait, one],
};
