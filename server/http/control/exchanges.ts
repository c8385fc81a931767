import type { Exchange } from "../../domain/record/exchange.ts";
import type { ExchangeQuery } from "../../journal/journal.ts";
import type { AppParts, ExchangeSource } from "../parts.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, open, text, texts, time } from "./endpoint.ts";
import type { Judged, Resource } from "./endpoint.ts";
import { meantBy, MERCHANT_PAGE, PAGE, WAIT } from "./exchange-filters.ts";
import { endpoint } from "./kernel.ts";
import type { Reply } from "./kernel.ts";
import { Problem } from "./problem.ts";

/** About how many bytes of JSON text a page has at most, so that one request does not hold up the others. */
const PAGE_BYTES_MAX = 2_097_152;

const BAD_FILTER = "A filter is unknown, or its value is wrong.";

const list = endpoint({
  method: "get",
  path: "/v1/exchanges",
  tag: "Journal",
  summary: "Lists exchanges, newest first",
  description:
    "With next, there are older ones: ask again with it as before. A page ends at limit, or at about 2 MiB.",
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
function pageOf(source: ExchangeSource, { limit, before, ...filters }: Judged<typeof PAGE>): object {
  if (before !== undefined && source.find(before) === undefined)
    throw new Problem(
      400,
      "Bad before",
      "before is the id of an exchange that is still kept, such as next of the page before.",
    );
  const query: ExchangeQuery = { ...meantBy(source, filters), limit, before };
  const page = source.list({ ...query, bytesMax: PAGE_BYTES_MAX });
  const last = page.at(-1)?.id;
  const hasMore = last !== undefined && source.list({ ...query, before: last, limit: 1 }).length > 0;
  return { exchanges: page, next: hasMore ? last : undefined };
}

const wait = endpoint({
  method: "post",
  path: "/v1/exchanges/wait",
  tag: "Journal",
  summary: "Answers as soon as so many exchanges match",
  body: { name: "ExchangeWait", schema: WAIT, isOptional: true, reads: "fields" },
  answers: { 200: "Exchanges" },
  problems: { 400: BAD_FILTER, 408: "Too few matched in time.", 503: "The sandbox stops." },
  handle:
    (parts) =>
    ({ body, gone }) =>
      awaited(parts, body, gone),
});

/** Answers as soon as so many exchanges match, so that suites need not ask again and again. */
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
      throw new Problem(408, "Too late", `${matched} of ${limit} matched in ${timeoutMs} ms.`, { matched });
    case "stopped":
      throw new Problem(503, "Stopping", `${matched} of ${limit} matched; the sandbox stops.`, { matched });
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
  summary: "Gives an exchange: why the answer came",
  answers: { 200: "Exchange" },
  problems: { 404: "It never was, or newer ones pushed it out." },
  handle:
    ({ exchanges: source }) =>
    ({ params }) =>
      exchangeNamed(source, params.id),
});

export function exchangeNamed(source: ExchangeSource, id: string): Exchange {
  const exchange = source.find(id);
  if (exchange !== undefined) return exchange;
  throw new Problem(404, "No such exchange", "It never was, or newer ones pushed it out.");
}

const anything = { description: "Any JSON value, masked." };
const resolution = { ...text, enum: ["own", "merged", "lowest", "highest"] };
const files = { ...texts, description: "Files below schemas/." };
const entries = { type: "integer", minimum: 0 };

const EXCHANGE = {
  type: "object",
  description: "One request, its answer, and what each step saw and decided. It never holds card data.",
  required: [
    ...["id", "at", "request", "authentication", "committed", "repeated", "notes", "answer"],
    ...["abandoned", "durationMs"],
  ],
  properties: {
    id: text,
    merchantId: { ...text, description: "Not there when the caller never proved to be a merchant." },
    at: time,
    request: {
      type: "object",
      description: "What the request was, masked.",
      required: ["method", "route", "bytes"],
      properties: {
        method: text,
        route: { ...text, description: "The pattern of the path that matched." },
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
      description: "The contracts that judged the request, and everything they found.",
      required: ["mode", "used", "resolution", "findings"],
      properties: {
        mode: { ...text, enum: ["strict", "gateway", "observe"] },
        ...{ used: files, resolution, findings: { type: "array", items: open } },
      },
    },
    shadow: {
      type: "object",
      description:
        "How the request would fare in the version of SANDBOX_SHADOW; not there when it was not asked.",
      required: ["version", "used", "resolution", "differences"],
      properties: {
        version: { type: "integer" },
        ...{ used: files, resolution, differences: { type: "array", items: open } },
      },
    },
    rules: {
      type: "object",
      description: "The rules of meaning that passed, and the one that refused.",
      required: ["passed"],
      properties: { passed: texts, refusedBy: open },
    },
    scenario: { ...open, description: "What decided, and which rules were asked before." },
    pausedBy: {
      type: "array",
      description: "The rules that made the request wait, whatever came of it then.",
      items: {
        type: "object",
        required: ["scenario", "id"],
        properties: { scenario: text, id: text, case: text },
      },
    },
    transition: {
      type: "object",
      description: "The order's status before and after; before is not there for a new order.",
      required: ["after"],
      properties: { before: text, after: text },
    },
    moment: {
      type: "object",
      description: "Where the merchant's clock and the order stood.",
      required: ["now", "entriesBefore", "entriesAfter"],
      properties: { now: time, entriesBefore: entries, entriesAfter: entries },
    },
    fault: { ...open, description: "How the answer was broken on purpose." },
    committed: { ...flag, description: "Whether anything was stored." },
    repeated: { ...flag, description: "Whether the stored answer of an identical request came again." },
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
    abandoned: { ...flag, description: "Whether the caller had gone before the answer could be sent." },
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
        next: { ...text, description: "Ask for it as before, and the next page comes." },
      },
    },
  },
  parameters: { id: "The id of an exchange: the header X-Sandbox-Exchange of the answer names it." },
  endpoints: [list, ofMerchant, wait, one],
};
