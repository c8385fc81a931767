import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sendRaw } from "../../http/raw-http.ts";
import type { Json } from "../../../server/domain/json.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import type { Receiver } from "../../support/receiver.ts";
import { startServer } from "../built-server.ts";
import type { RunningServer } from "../built-server.ts";
import type { Marks } from "./marks.ts";
import { createWatch, withoutCorrelation, withoutTestCards } from "./watch.ts";
import type { Watch } from "./watch.ts";

export const PASSWORD = "sandbox";
/** REPORTED has little traffic, for what reads all of it again and again; NOTIFIED wants notifications. */
export const MERCHANT_MODES = {
  STRICT: "strict",
  GATEWAY: "gateway",
  OBSERVE: "observe",
  REPORTED: "observe",
  NOTIFIED: "observe",
} as const;
export type MerchantId = keyof typeof MERCHANT_MODES;

/** What came back of a request. */
export interface Sent {
  readonly status: number;
  readonly body: string;
  readonly exchangeId: string;
}

/** The server that the canary is sent through. Every answer that it gives is searched. */
export interface Subject {
  readonly folder: string;
  readonly server: RunningServer;
  readonly watch: Watch;
  /** Statuses of the answers. */
  readonly statuses: ReadonlySet<number>;
  /** Sends a body to a path of the merchant, which stands as MERCHANT in it. */
  send: (method: "POST" | "PUT", merchant: MerchantId, path: string, body: Json | Buffer) => Promise<Sent>;
  put: (merchant: MerchantId, path: string, body: Json | Buffer) => Promise<Sent>;
  get: (merchant: MerchantId, path: string) => Promise<Sent>;
  request: (path: string, options: RequestInit) => Promise<Sent>;
  /** For what no client would send. */
  raw: (text: string) => Promise<void>;
  exchange: (id: string) => Promise<Exchange>;
  /** Stops it and searches everything that it wrote and printed. */
  stop: () => Promise<void>;
}

/** What a subject is started with; scenario files by their names. */
export interface Setting {
  readonly folder: string;
  readonly scenarios: Readonly<Record<string, string>>;
  /** Where NOTIFIED's notifications go; the folder has the authority's certificate. */
  readonly receiver: Receiver;
}

export async function startSubject(setting: Setting, marks: Marks): Promise<Subject> {
  const { folder, receiver } = setting;
  const server = await started(setting);
  const watch = createWatch(marks.sent);
  const statuses = new Set<number>();
  const request = async (path: string, options: RequestInit): Promise<Sent> => {
    const response = await fetch(server.url + path, { redirect: "manual", ...options }).catch(
      () => undefined,
    );
    const isFollowing = new Headers(options.headers).has(LAST_EVENT);
    const [body, head] = [
      await bodyOf(response, isFollowing),
      JSON.stringify([...(response?.headers ?? [])]),
    ];
    const status = response?.status ?? 0;
    statuses.add(status);
    watch.look({ name: placeOf(path), text: `${head}\n${withoutCorrelation(withoutTestCards(body))}` });
    return { status, body, exchangeId: response?.headers.get("X-Sandbox-Exchange") ?? "" };
  };
  const send: Subject["send"] = (method, merchant, path, body) =>
    request(path.replace("MERCHANT", merchant), {
      method,
      headers: { Authorization: authorizationOf(merchant), "Content-Type": "application/json" },
      body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
    });
  return {
    ...{ folder, server, watch, statuses, request, send },
    put: (merchant, path, body) => send("PUT", merchant, path, body),
    get: (merchant, path) =>
      request(path.replace("MERCHANT", merchant), { headers: { Authorization: authorizationOf(merchant) } }),
    raw: async (text) => {
      const { status, headers, body } = await sendRaw(server.url, text);
      watch.look({ name: "answer to raw text", text: `${status} ${JSON.stringify(headers)}\n${body}` });
    },
    exchange: async (id) => {
      const { body } = await request(`/_sandbox/v1/exchanges/${id}`, {});
      return JSON.parse(body) as Exchange;
    },
    stop: async () => {
      await server.stop();
      watch.look({ name: "stdout", text: server.stdout() });
      watch.look({ name: "stderr", text: server.stderr() });
      for (const sent of receiver.received) watch.look({ name: "notification", text: JSON.stringify(sent) });
      await lookAtFiles(join(folder, "data"), watch);
    },
  };
}

function started(setting: Setting): Promise<RunningServer> {
  const { folder, scenarios } = setting;
  return prepared(setting).then(() =>
    startServer({
      folder,
      environment: {
        SANDBOX_MERCHANTS: "merchants.yaml",
        SANDBOX_SCENARIO_FOLDER: "scenarios",
        SANDBOX_SCENARIOS: Object.keys(scenarios).join(","),
        SANDBOX_WATCH: "off",
        SANDBOX_PREFER: "allow",
        SANDBOX_SHADOW: "100",
        SANDBOX_NOTIFICATION_CA: "ca.crt",
        SANDBOX_NOTIFICATION_RETRIES: "none",
        SANDBOX_DATA: "data",
        SANDBOX_JOURNAL: "data/journal.ndjson",
        SANDBOX_JOURNAL_SIZE: "100000",
        SANDBOX_JOURNAL_BYTES: "536870912",
      },
    }),
  );
}

async function prepared({ folder, scenarios, receiver }: Setting): Promise<void> {
  const notified = `notifications: { enabled: true, url: "${receiver.url}" }`;
  const merchants = Object.entries(MERCHANT_MODES).map(([id, mode]) => {
    const settings = `mode: ${mode}, cardNumbersInIds: refuse${id === "NOTIFIED" ? `, ${notified}` : ""}`;
    return `  - { id: ${id}, passwords: [${PASSWORD}], ${settings} }`;
  });
  await writeFile(join(folder, "merchants.yaml"), ["merchants:", ...merchants, ""].join("\n"));
  for (const name of ["scenarios", "data"]) await mkdir(join(folder, name));
  for (const [name, text] of Object.entries(scenarios))
    await writeFile(join(folder, "scenarios", `${name}.yaml`), text);
}

function authorizationOf(merchant: string): string {
  return `Basic ${Buffer.from(`merchant.${merchant}:${PASSWORD}`).toString("base64")}`;
}

/** Asks a stream for what came after an exchange; without it, a stream says at first only that it is one. */
export const LAST_EVENT = "Last-Event-ID";

/** "" when the connection broke, as faults make it do. A stream is read as far as it has something to say at once. */
async function bodyOf(response: Response | undefined, isFollowing: boolean): Promise<string> {
  const isStream = response?.headers.get("Content-Type")?.startsWith("text/event-stream") === true;
  if (!isStream || response.body === null) return (await response?.text().catch(() => "")) ?? "";
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (!isFollowing || text.includes("event: rows")) break;
  }
  return text;
}

function placeOf(path: string): string {
  if (path.startsWith("/_sandbox/")) return "control API";
  return path.startsWith("/api/") ? "gateway" : "pages";
}

async function lookAtFiles(folder: string, watch: Watch): Promise<void> {
  for (const name of await readdir(folder))
    watch.look({ name: `file ${name}`, text: await readFile(join(folder, name), "utf8") });
}
