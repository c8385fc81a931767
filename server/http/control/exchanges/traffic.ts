import type { Request, Response } from "express";
import { ENDINGS, rowOf } from "../../../domain/record/exchange-row.ts";
import type { ExchangeRow } from "../../../domain/record/exchange-row.ts";
import type { Follower, FollowOptions } from "../../../journal/exchange-feed.ts";
import { flag, listOf, text, time } from "../kernel/endpoint.ts";
import type { Given, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import type { Reply } from "../kernel/kernel.ts";
import { meantBy, PAGE, pageQuery, STREAM } from "./exchange-filters.ts";
import { PATH } from "./exchange-schema.ts";

const BAD_FILTER = "A filter is unknown, or its value is wrong.";

const ROW = {
  type: "object",
  description: "An exchange as one line of a list.",
  required: ["id", "at", "method", "route", "status", "ending", "repeated", "durationMs"],
  properties: {
    ...{ id: text, at: time, method: text, route: text, path: PATH, operation: text },
    moment: { ...time, description: "By the merchant's clock, when it had a part in the answer." },
    merchant: { ...text, description: "Absent if the credentials were not accepted." },
    version: { type: "integer" },
    ...{ order: text, transaction: text, amount: text, currency: text },
    status: { type: "integer", minimum: 0, description: "HTTP status; 0: nothing was sent." },
    ending: {
      ...text,
      enum: ENDINGS,
      description:
        "refused is the caller's mistake, declined the acquirer's no, failed a broken answer or a bug.",
    },
    words: { ...text, description: "Why it was refused, how it was broken, or the gateway code." },
    hint: {
      ...text,
      description: "What helps whoever sent it: what is wrong with the credentials, or which path was meant.",
    },
    rule: { ...text, description: "The scenario rule that decided, or the order rule that refused." },
    repeated: { ...flag, description: "Whether a stored answer was returned again." },
    durationMs: { type: "number", minimum: 0 },
  },
} as const;

/** One page of the journal as lines. */
export interface TrafficPage {
  readonly rows: readonly ExchangeRow[];
  /** Set before to this to get the next page. */
  readonly next?: string | undefined;
}

export type TrafficQuery = Given<typeof PAGE>;

/** Exchanges as a list shows them, page by page and as they come. */
export const traffic: Resource = {
  schemas: {
    ExchangeRow: ROW,
    Traffic: {
      type: "object",
      required: ["rows"],
      properties: {
        rows: listOf("ExchangeRow"),
        next: { ...text, description: "Set before to this value to get the next page." },
      },
    },
    TrafficStream: {
      ...text,
      description:
        "Events of type rows, each with a JSON array of ExchangeRow, oldest first, and the id of the last one. An event " +
        "of type missed comes when there were more than fit: its member missed is their number, or null if unknown.",
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/traffic",
      tag: "Journal",
      summary: "Lists exchanges as short rows, newest first",
      description: "If next is present, there are older ones: repeat the call with before set to it.",
      query: PAGE,
      answers: { 200: "Traffic" },
      problems: { 400: BAD_FILTER },
      handle:
        ({ exchanges: source }) =>
        ({ query }): TrafficPage => {
          const page = pageQuery(source, query);
          const found = source.list({ ...page, limit: page.limit + 1 });
          const rows = found.slice(0, page.limit).map(rowOf);
          return { rows, next: found.length > page.limit ? rows.at(-1)?.id : undefined };
        },
    }),
    endpoint({
      method: "get",
      path: "/v1/traffic/stream",
      tag: "Journal",
      summary: "Sends short rows of exchanges as they are recorded, as server-sent events",
      description:
        "A client that comes back with Last-Event-ID gets what it missed, as far as it is still in the journal.",
      query: STREAM,
      answers: { 200: "TrafficStream" },
      problems: { 400: BAD_FILTER },
      gives: "text/event-stream",
      handle:
        ({ exchanges: source }) =>
        ({ query }): Reply => {
          const { filter } = meantBy(source, query);
          return (request, response) => {
            sendStream(request, response, (page) => source.follow({ ...page, filter }));
          };
        },
    }),
  ],
};

/** So long exchanges are gathered, so that two thousand a second become twenty writes. */
const GATHER_MS = 50;

/** Proxies close connections on which nothing is said. */
const ALIVE_MS = 15_000;

type Follow = (options: Omit<FollowOptions, "filter">) => Follower;

/** Sends rows until the reader has gone or the sandbox stops. A reader that does not read is not written to. */
function sendStream(request: Request, response: Response, follow: Follow): void {
  response.set({ "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" });
  // The browser learns of an end at once, and comes back soon.
  response.write("retry: 1000\n\n");
  let due: NodeJS.Timeout | undefined;
  const send = (): void => {
    due = undefined;
    if (response.writableNeedDrain) return;
    const text = eventsOf(follower);
    if (text !== "") response.write(text);
  };
  const soon = (): void => {
    if (!response.writableNeedDrain) due ??= setTimeout(send, GATHER_MS);
  };
  const alive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(": alive\n\n");
  }, ALIVE_MS);
  const follower = follow({
    after: request.get("last-event-id") ?? undefined,
    onNews: soon,
    onEnd: () => response.end(),
  });
  response.on("drain", send);
  response.once("close", () => {
    follower.leave();
    clearInterval(alive);
    clearTimeout(due);
  });
  send();
}

function eventsOf(follower: Follower): string {
  const { exchanges, missed } = follower.take();
  const gap = missed === 0 ? "" : `event: missed\ndata: ${JSON.stringify({ missed: missed ?? null })}\n\n`;
  const last = exchanges.at(-1);
  if (last === undefined) return gap;
  return `${gap}event: rows\nid: ${last.id}\ndata: ${JSON.stringify(exchanges.map(rowOf))}\n\n`;
}
