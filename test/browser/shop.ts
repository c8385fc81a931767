import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A merchant's web shop, on another site than the sandbox. */
export interface Shop {
  readonly origin: string;
  /** The page that payers come back to. */
  readonly returnUrl: string;
  /** Paths with query that browsers came back with, the newest last. */
  readonly returns: readonly string[];
  /** The forms that they brought, the newest last. */
  readonly brought: readonly URLSearchParams[];
  /** Puts a page up and gives its address. */
  readonly show: (path: string, body: string) => string;
  readonly close: () => Promise<void>;
}

const THANKS = "<h1>Thank you</h1>";

export async function openShop(): Promise<Shop> {
  const returns: string[] = [];
  const brought: URLSearchParams[] = [];
  const pages = new Map<string, string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://shop");
    if (request.method === "POST") brought.push(new URLSearchParams(await text(request)));
    const shown = pages.get(pathname);
    if (shown === undefined && pathname !== "/favicon.ico") returns.push(request.url ?? "");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Shop</title>${shown ?? THANKS}`);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // By its name it is another site than 127.0.0.1, and not only another origin.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    returnUrl: `${origin}/back?order=17`,
    returns,
    brought,
    show: (path, body) => {
      pages.set(path, body);
      return origin + path;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
