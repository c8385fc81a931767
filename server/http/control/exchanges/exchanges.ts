import type { Exchange } from "../../../domain/record/exchange.ts";
import type { AppParts, ExchangeSource } from "../../parts.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, open, text, texts, time } from "../endpoint.ts";
import type { Judged, Resource } from "../endpoint.ts";
import { meantBy, MERCHANT_PAGE, PAGE, pageQuery, WAIT } from "./exchange-filters.ts";
import { endpoint } from "../kernel.ts";
import type { Reply } from "../kernel.ts";
import { Problem } from "../problem.ts";

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

const anything = { description: "Any JSON value, masked." };
const resolution = { ...text, enum: ["own", "merged", "lowest", "highest"] };
const files = { ...texts, description: "Files below schemas/." };
const entries = { type: "integer", minimum: 0 };

const EXCHANGE = {
  type: "object",
  description: "One request, its answer, and what each step found and decided. It never contains card data.",
  required: [
    ...["id", "at", "request", "authentication", "committed", "repeated", "notes", "answer"],
    ...["abandoned", "durationMs"],
  ],
  properties: {
    id: text,
    merchantId: { ...text, description: "Absent if the credentials were not accepted." },
    traceparent: { ...text, description: "The request's header of this name (W3C Trace Context)." },
    at: time,
    request: {
      type: "object",
      description: "The request, masked.",
      required: ["method", "route", "bytes"],
      properties: {
        method: text,
        route: { ...text, description: "The path pattern that matched." },
        version: { type: "integer" },
        operation: text,
        orderId: text,
        transactionId: text,
        body: anything,
        bytes: { type: "integer", minimum: 0 },
      },
    },
    authentication: text,
    contract: {
      type: "object",
      description: "The contracts that the request was checked against, and all findings.",
      required: ["mode", "used", "resolution", "findings"],
      properties: {
        mode: { ...text, enum: ["strict", "gateway", "observe"] },
        ...{ used: files, resolution, findings: { type: "array", items: open } },
      },
    },
    shadow: {
      type: "object",
      description: "The result of the check against the version of SANDBOX_SHADOW; absent without one.",
      required: ["version", "used", "resolution", "differences"],
      properties: {
        version: { type: "integer" },
        ...{ used: files, resolution, differences: { type: "array", items: open } },
      },
    },
    rules: {
      type: "object",
      description: "The order rules that passed, and the one that refused.",
      required: ["passed"],
      properties: { passed: texts, refusedBy: open },
    },
    scenario: { ...open, description: "What decided, and the rules that did not match before." },
    pausedBy: {
      type: "array",
      description: "The rules whose delay or hold made the request wait, even if it was refused afterwards.",
      items: {
        type: "object",
        required: ["scenario", "id"],
        properties: { scenario: text, id: text, case: text },
      },
    },
    transition: {
      type: "object",
      description: "The order's status before and after; before is absent for a new order.",
      required: ["after"],
      properties: { before: text, after: text },
    },
    moment: {
      type: "object",
      description: "The merchant's clock, and the number of the order's entries.",
      required: ["now", "entriesBefore", "entriesAfter"],
      properties: { now: time, entriesBefore: entries, entriesAfter: entries },
    },
    fault: { ...open, description: "How the answer was broken on purpose." },
    committed: { ...flag, description: "Whether anything was stored." },
    repeated: {
      ...flag,
      description: "Whether the stored answer to an identical request was returned again.",
    },
    notifications: {
      type: "array",
      description: "The notifications that were queued with the order.",
      items: { type: "object", required: ["id", "url"], properties: { id: text, url: text } },
    },
    refusal: {
      type: "object",
      required: ["reason", "explanation"],
      properties: { reason: text, explanation: text, fault: open },
    },
    notes: texts,
    answer: {
      type: "object",
      required: ["status"],
      properties: { status: { type: "integer", minimum: 0 }, body: anything },
    },
    abandoned: { ...flag, description: "Whether the client disconnected before the answer could be sent." },
    durationMs: { type: "number", minimum: 0 },
  },
};

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
