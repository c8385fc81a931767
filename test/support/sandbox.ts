import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import request from "supertest";
import type { Response } from "supertest";
import { readConfig } from "../../server/sandbox/config.ts";
import type { Environment } from "../../server/sandbox/config.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Log } from "../../server/sandbox/log.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import type { Sandbox } from "../../server/sandbox/sandbox.ts";
import { expectValidAnswer } from "./answers.ts";
import { newData, STORIES_OVER } from "./postgres.ts";
import { runningTwice } from "./repeated-work.ts";
import type { WatchedWork } from "./repeated-work.ts";

/** The moment at which the sandboxes of tests stand still. */
export const TEST_TIME = "2030-01-15T10:20:30.400Z";

/**
 * A real sandbox on a free port with a data folder of its own. Its store runs every work twice and throws the first
 * result away: no work may do anything but return what it comes to. Processes and embedded sandboxes run each once.
 */
export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly logged: () => string;
  readonly stop: () => Promise<void>;
}

export async function startTestSandbox(
  environment: Environment = {},
  around: WatchedWork["around"] = runningTwice,
  random?: WatchedWork["random"],
): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
  const lines: string[] = [];
  const settings = {
    SANDBOX_PORT: "0",
    SANDBOX_DATA: join(folder, "data"),
    SANDBOX_CLOCK: TEST_TIME,
    ...environment,
  };
  const config = readConfig({ ...settings, ...(await storeFor(settings.SANDBOX_DATA)) });
  const log: Log = (level, event, fields) => {
    lines.push(JSON.stringify({ level, event, ...fields }));
  };
  const sandbox = await startSandbox(config, log, { around, ...(random && { random }) });
  return {
    sandbox,
    folder,
    logged: () => lines.join("\n"),
    stop: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Each data folder's database, where the stories are told over PostgreSQL. */
const databases = new Map<string, string>();

/** The test run tells some stories a second time, over the PostgreSQL that it names; else the data folder is the store. */
async function storeFor(folder: string): Promise<Environment> {
  const server = process.env[STORIES_OVER];
  if (server === undefined) return {};
  const url = databases.get(folder) ?? (await newData(server));
  databases.set(folder, url);
  return { SANDBOX_STORE: url, SANDBOX_STORE_CONNECTIONS: "4" };
}

/**
 * Opening a connection for each request takes longer than all else of it. One that nobody uses is given up well before
 * the sandbox does so, and never at the moment of a request.
 */
export const CONNECTIONS = new Agent({ keepAlive: true, timeout: 1_000 });

/** One call to make: the order and transaction it is about, and what it sends. */
export interface TransactionRequest {
  readonly order: string;
  readonly transaction: string;
  readonly body: JsonObject;
  readonly version?: number | string;
}

/** A merchant's client. Every answer that it gets is held against the response contract. */
export interface Client {
  put: (call: TransactionRequest) => Promise<Response>;
  getOrder: (order: string, version?: number) => Promise<Response>;
  getTransaction: (order: string, transaction: string, version?: number) => Promise<Response>;
  /** The exchange that an answer names. */
  why: (response: Response) => Promise<Exchange>;
}

export function clientOf(url: string, merchantId: string, password = "sandbox"): Client {
  const order = (id: string, version: number | string): string =>
    `/api/rest/version/${version}/merchant/${merchantId}/order/${encodeURIComponent(id)}`;
  const transaction = (id: string): string => `/transaction/${encodeURIComponent(id)}`;
  const authorized = (test: request.Test): request.Test =>
    test.agent(CONNECTIONS).auth(`merchant.${merchantId}`, password);
  return {
    put: async ({ order: orderId, transaction: transactionId, body, version = 100 }) => {
      const path = order(orderId, version) + transaction(transactionId);
      return checked(await authorized(request(url).put(path)).send(body), "transaction", version);
    },
    getOrder: async (orderId, version = 100) =>
      checked(await authorized(request(url).get(order(orderId, version))), "order", version),
    getTransaction: async (orderId, transactionId, version = 100) =>
      checked(
        await authorized(request(url).get(order(orderId, version) + transaction(transactionId))),
        "transaction",
        version,
      ),
    why: async (response) => {
      const path = `/_sandbox/v1/exchanges/${response.get("X-Sandbox-Exchange") ?? ""}`;
      const found = await request(url).get(path).agent(CONNECTIONS);
      return found.body as Exchange;
    },
  };
}

type Kind = Parameters<typeof expectValidAnswer>[1];

/** Checks the body, which has the shape of the version that was asked. */
function checked(response: Response, kind: Kind, version: number | string): Response {
  const shape = Number(version);
  if (response.ok) expectValidAnswer(response.body, kind, Number.isNaN(shape) ? 100 : shape);
  else expectValidAnswer(response.body, "error", 100);
  return response;
}
