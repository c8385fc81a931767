import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { nearest } from "../../domain/nearest.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { EXPLAIN_BODY, judgeExplainRequest } from "../../http/control/explain.ts";
import { Problem } from "../../http/control/kernel/problem.ts";
import { readConfig } from "../../sandbox/config.ts";
import type { Environment } from "../../sandbox/config.ts";
import type { Config } from "../../sandbox/settings/settings.ts";
import { loadMerchants } from "../../sandbox/merchant-file.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { explanationOf } from "../../domain/record/explanation.ts";
import { UsageError } from "../kernel/command.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { readJson } from "../kernel/files.ts";

export interface Explained {
  readonly explanation: readonly string[];
  readonly exchange: Pick<Exchange, "answer" | "fault">;
}

/** Asks a running sandbox about its own orders. */
export async function explainThere(
  client: ControlClient,
  { request, merchant, before }: ExplainFile,
): Promise<Explained> {
  if (before.length > 0)
    throw new UsageError(
      '"before" requires a temporary sandbox; remove --url, or send these requests yourself',
    );
  return (await client.post(`/v1/merchants/${merchant}/explain`, request)) as Explained;
}

/** What a running sandbox has recorded, in the same sentences. */
export async function explainRecorded(client: ControlClient, id: string): Promise<Explained> {
  const exchange = (await client.get(`/v1/exchanges/${id}`)) as Exchange;
  return { explanation: explanationOf(exchange), exchange };
}

/** Asks a sandbox of its own, with nothing in it but what is sent before. */
export async function explainHere(environment: Environment, options: ExplainFile): Promise<Explained> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-explain-"));
  const config = readConfig({
    ...environment,
    SANDBOX_HOST: "127.0.0.1",
    SANDBOX_PORT: "0",
    SANDBOX_TLS_PORT: "",
    SANDBOX_DATA: folder,
    SANDBOX_STORE: "",
    SANDBOX_JOURNAL: "",
    SANDBOX_WATCH: "off",
    SANDBOX_CONTROL_TOKEN: "",
  });
  const sandbox = await startSandbox(config, () => undefined);
  try {
    const authorization = credentialsOf(config, options.merchant);
    for (const request of options.before) await send(sandbox.url, authorization, request);
    return await askedHere(sandbox, options);
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true });
  }
}

/** Where its own sandbox answers is of no use to anybody, so that it stands in no message. */
async function askedHere({ url }: Sandbox, { file, merchant, request }: ExplainFile): Promise<Explained> {
  const answer = await fetch(`${url}/_sandbox/v1/merchants/${merchant}/explain`, {
    method: "POST",
    body: JSON.stringify(request),
  });
  const body = (await answer.json()) as Explained | { readonly detail: string };
  if ("detail" in body) throw new UsageError(`${file}: ${body.detail}`);
  return body;
}

function credentialsOf({ merchantsFile, password, mode }: Config, merchantId: string): string {
  const listed = merchantsFile === undefined ? [] : loadMerchants(merchantsFile, mode);
  const [known = password] = listed.find(({ id }) => id === merchantId)?.passwords ?? [];
  return `Basic ${Buffer.from(`merchant.${merchantId}:${known}`).toString("base64")}`;
}

/** What was refused or broken is no use before another request. */
async function send(url: string, authorization: string, request: EarlierRequest): Promise<void> {
  const { path, method, body } = request;
  const sent = body === undefined ? null : JSON.stringify(body);
  const answer = await fetch(url + path, { method, headers: { authorization }, body: sent }).catch(
    (cause: unknown) => {
      throw new UsageError(`a request in "before" was not answered: ${method} ${maskText(path)}`, { cause });
    },
  );
  const text = await answer.text();
  if (!answer.ok) throw new UsageError(`a request in "before" was answered ${answer.status}: ${text}`);
}

/** A request of the file: what the control API explains, and what is sent before it. */
interface ExplainFile {
  readonly file: string;
  readonly request: JsonObject;
  readonly merchant: string;
  /** Requests that are sent first, to a sandbox of its own. */
  readonly before: readonly EarlierRequest[];
}

interface EarlierRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
}

const REQUEST_MEMBERS: readonly string[] = [...Object.keys(EXPLAIN_BODY.schema.properties), "before"];
const EARLIER_MEMBERS: readonly string[] = ["method", "path", "body"];
const MERCHANT = /^\/api\/rest\/version\/[^/]+\/merchant\/([0-9A-Za-z_-]{1,40})(\/|$)/;

/** Reads the file before anything is sent; throws a UsageError that says what it should be. */
export function readExplainFile(file: string): ExplainFile {
  const content = readJson(file);
  const { before = [], ...request } = isObject(content) ? content : {};
  refuseBare(file, content);
  refuseUnknown(file, request, REQUEST_MEMBERS);
  const merchant = typeof request["path"] === "string" ? MERCHANT.exec(request["path"])?.[1] : undefined;
  if (merchant === undefined)
    throw new UsageError(
      `${file} needs a "path", for example "/api/rest/version/100/merchant/TESTSHOP/order/1"`,
    );
  refuseOther(file, request);
  if (!Array.isArray(before)) throw earlierForm(file);
  return { file, request, merchant, before: (before as readonly Json[]).map((it) => earlierOf(file, it)) };
}

/** Whoever has a request at hand has its body. */
function refuseBare(file: string, content: Json): void {
  const names = isObject(content) ? Object.keys(content) : [];
  const isBare = names.every((name) => nearest(name, REQUEST_MEMBERS) === undefined);
  if (names.length === 0 || !isBare) return;
  const example =
    '{"method": "PUT", "path": "/api/rest/version/100/merchant/TESTSHOP/order/1/transaction/1", "body": …}';
  throw new UsageError(
    `${file}: this seems to be a request's body, but a request file holds method, path and body; write ${example}`,
  );
}

/** What the control API would not explain. */
function refuseOther(file: string, request: JsonObject): void {
  try {
    judgeExplainRequest(request);
  } catch (error) {
    throw error instanceof Problem ? new UsageError(`${file}: ${error.detail}`) : error;
  }
}

function earlierOf(file: string, content: Json): EarlierRequest {
  if (!isObject(content)) throw earlierForm(file);
  refuseUnknown(`${file}: "before"`, content, EARLIER_MEMBERS);
  const { path, method = "PUT", body } = content;
  if (typeof path !== "string" || typeof method !== "string") throw earlierForm(file);
  return { path, method, body };
}

function earlierForm(file: string): UsageError {
  return new UsageError(`${file}: "before" must be a list of requests with "path" and "body"`);
}

function refuseUnknown(where: string, content: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(content).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const help = meant === undefined ? `the known keys are ${known.join(", ")}` : `did you mean "${meant}"?`;
  throw new UsageError(`${where}: unknown key "${maskText(unknown)}"; ${help}`);
}
