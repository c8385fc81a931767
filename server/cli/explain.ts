import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import type { Config, Environment } from "../config.ts";
import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { loadMerchants } from "../merchant-file.ts";
import { startSandbox } from "../sandbox.ts";
import { controlClient } from "./control-client.ts";
import type { ControlClient } from "./control-client.ts";
import { UsageError } from "./usage-error.ts";

/** A request of the file: what the control API explains, and what is sent before it. */
export interface ExplainFile {
  readonly request: JsonObject;
  readonly merchant: string;
  /** Requests that are sent first, to a sandbox of its own. */
  readonly before: readonly JsonObject[];
}

export interface Explained {
  readonly explanation: readonly string[];
  readonly exchange: { readonly answer: { readonly status: number }; readonly fault?: JsonObject };
}

const MERCHANT = /^\/api\/rest\/version\/[^/]+\/merchant\/([0-9A-Za-z_-]{1,40})(\/|$)/;

/** Reads the file; throws a UsageError that says what it should be. */
export function readExplainFile(file: string): ExplainFile {
  const content = contentOf(file);
  const { before = [], ...request } = isObject(content) ? content : {};
  const merchant = typeof request["path"] === "string" ? MERCHANT.exec(request["path"])?.[1] : undefined;
  if (merchant === undefined)
    throw new UsageError(`${file} needs a "path" such as "/api/rest/version/100/merchant/TESTSHOP/order/1"`);
  const requests = Array.isArray(before) ? before.filter(isObject) : [];
  if (!Array.isArray(before) || requests.length < before.length)
    throw new UsageError(`${file}: "before" is a list of requests with "path" and "body"`);
  return { request, merchant, before: requests };
}

function contentOf(file: string): Json {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Json;
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "it is no JSON" : "it cannot be read";
    throw new UsageError(`${file}: ${why}`, { cause });
  }
}

/** Asks a running sandbox about its own orders. */
export async function explainThere(
  client: ControlClient,
  { request, merchant, before }: ExplainFile,
): Promise<Explained> {
  if (before.length > 0)
    throw new UsageError(
      '"before" is for a sandbox of its own; leave out --url, or send these requests yourself',
    );
  return asked(client, merchant, request);
}

/** Asks a sandbox of its own, with nothing in it but what is sent before. */
export async function explainHere(environment: Environment, wish: ExplainFile): Promise<Explained> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-explain-"));
  const config = readConfig({
    ...environment,
    SANDBOX_HOST: "127.0.0.1",
    SANDBOX_PORT: "0",
    SANDBOX_TLS_PORT: "",
    SANDBOX_DATA: folder,
    SANDBOX_JOURNAL: "",
    SANDBOX_WATCH: "off",
    SANDBOX_CONTROL_TOKEN: "",
  });
  const sandbox = await startSandbox(config, () => undefined);
  try {
    const authorization = credentialsOf(config, wish.merchant);
    for (const request of wish.before) await send(sandbox.url, authorization, request);
    const client = controlClient({ url: sandbox.url, token: sandbox.controlToken, fetch });
    return await asked(client, wish.merchant, wish.request);
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

async function asked(client: ControlClient, merchant: string, request: JsonObject): Promise<Explained> {
  return (await client.post(`/v1/merchants/${merchant}/explain`, request)) as Explained;
}

function credentialsOf({ merchantsFile, password, mode }: Config, merchantId: string): string {
  const listed = merchantsFile === undefined ? [] : loadMerchants(merchantsFile, mode);
  const [known = password] = listed.find(({ id }) => id === merchantId)?.passwords ?? [];
  return `Basic ${Buffer.from(`merchant.${merchantId}:${known}`).toString("base64")}`;
}

/** What was refused or broken is no use before another request. */
async function send(url: string, authorization: string, request: JsonObject): Promise<void> {
  const { path, method = "PUT", body } = request;
  if (typeof path !== "string" || typeof method !== "string")
    throw new UsageError('a request of "before" needs a "path"');
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await fetch(url + path, { method, headers: { authorization }, body: sent });
  const text = await answer.text();
  if (!answer.ok) throw new UsageError(`a request of "before" was answered ${answer.status}: ${text}`);
}
