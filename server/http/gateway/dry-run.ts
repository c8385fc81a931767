import express from "express";
import { createServer, request as sendRequest } from "node:http";
import type { Server } from "node:http";
import { duplexPair } from "node:stream";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { AppParts, Guards } from "../parts.ts";
import { EXCHANGE_HEADER } from "./exchange-recorder.ts";
import { putUpGateway } from "./gateway-routes.ts";
import { unknownPath } from "./unknown-path.ts";

/** A request to be explained. */
export interface DryRequest {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  /** Such as `/api/rest/version/100/merchant/TESTSHOP/order/1/transaction/1`. */
  readonly path: string;
  /** Names in small letters. Without `authorization` the merchant's own password is sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body: JsonObject | string | undefined;
}

export type DryRun = (merchant: Merchant, asked: DryRequest) => Promise<Exchange>;

/**
 * Runs a request through the gateway's own paths, over a gateway that has no effect, and tells what its exchange would
 * be. Nothing of it reaches the journal.
 */
export function createDryRun(parts: AppParts): DryRun {
  const recorded = new Map<string, Exchange>();
  const dry: AppParts = {
    ...parts,
    gateway: parts.dryGateway,
    breaksAnswers: false,
    guards: { ...parts.guards, rates: UNLIMITED },
    record: (exchange) => {
      recorded.set(exchange.id, exchange);
    },
  };
  const app = express();
  app.set("query parser", "simple");
  app.enable("case sensitive routing");
  putUpGateway(app, dry);
  app.use(unknownPath(dry));
  const server = createServer(app);
  return async (merchant, asked) => {
    const id = await send(server, merchant, asked);
    const exchange = recorded.get(id);
    recorded.delete(id);
    if (exchange === undefined) throw new Error("an explained request left no exchange");
    return exchange;
  };
}

/** Nobody is slowed for asking. */
const UNLIMITED: Guards["rates"] = { take: () => undefined };

/** Resolves with the id of the exchange. The server listens nowhere: both ends of the connection are in memory. */
function send(
  server: Server,
  merchant: Merchant,
  { method, path, headers, body }: DryRequest,
): Promise<string> {
  const [client, service] = duplexPair();
  server.emit("connection", service);
  const [password = ""] = merchant.passwords;
  const auth = `merchant.${merchant.id}:${password}`;
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      {
        createConnection: () => client,
        method,
        path,
        headers: { connection: "close", ...headers },
        ...authOf(headers, auth),
      },
      (response) => {
        response.resume();
        response.on("error", reject);
        response.on("end", () => {
          resolve(String(response.headers[EXCHANGE_HEADER.toLowerCase()]));
        });
      },
    );
    request.on("error", reject);
    request.end(typeof body === "object" ? JSON.stringify(body) : body);
  });
}

function authOf(headers: DryRequest["headers"], auth: string): { readonly auth?: string } {
  return "authorization" in headers ? {} : { auth };
}
