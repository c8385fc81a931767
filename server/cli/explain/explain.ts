import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../sandbox/config.ts";
import type { Config, Environment } from "../../sandbox/config.ts";
import { maskText } from "../../domain/card/card.ts";
import type { JsonObject } from "../../domain/json.ts";
import { loadMerchants } from "../../sandbox/merchant-file.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import type { EarlierRequest, ExplainFile } from "./request-file.ts";
import { UsageError } from "../kernel/usage-error.ts";

export interface Explained {
  readonly explanation: readonly string[];
  readonly exchange: { readonly answer: { readonly status: number }; readonly fault?: JsonObject };
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
  return (await client.post(`/v1/merchants/${merchant}/explain`, request)) as Explained;
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
    return await askedHere(sandbox, wish);
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
      throw new UsageError(`a request of "before" was not answered: ${method} ${maskText(path)}`, { cause });
    },
  );
  const text = await answer.text();
  if (!answer.ok) throw new UsageError(`a request of "before" was answered ${answer.status}: ${text}`);
}
