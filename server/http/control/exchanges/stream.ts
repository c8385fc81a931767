import type { Request, Response } from "express";
import { rowOf } from "../../../domain/record/exchange-row.ts";
import type { Follower, FollowOptions } from "../../../journal/exchange-feed.ts";

/** So long exchanges are gathered, so that two thousand a second become twenty writes. */
const GATHER_MS = 50;

/** Proxies close connections on which nothing is said. */
const ALIVE_MS = 15_000;

type Follow = (options: Omit<FollowOptions, "filter">) => Follower;

/** Sends rows until the reader has gone or the sandbox stops. A reader that does not read is not written to. */
export function sendStream(request: Request, response: Response, follow: Follow): void {
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
