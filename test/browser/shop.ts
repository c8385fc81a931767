import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A merchant's web shop: the page that payers come back to. */
export interface Shop {
  readonly returnUrl: string;
  /** Paths with query that browsers came back with, the newest last. */
  readonly returns: readonly string[];
  readonly close: () => Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const returns: string[] = [];
  const server = createServer((request, response) => {
    if (request.url !== "/favicon.ico") returns.push(request.url ?? "");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end("<!doctype html><title>Shop</title><h1>Thank you</h1>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    returnUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/back?order=17`,
    returns,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
