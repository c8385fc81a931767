import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sendRaw } from "../../http/raw-http.ts";
import type { Json } from "../../../server/domain/json.ts";
import type { Exchange } from "../../../server/domain/exchange.ts";
import { startServer } from "../built-server.ts";
import type { RunningServer } from "../built-server.ts";
import type { Place } from "./search.ts";

export const PASSWORD = "sandbox";
export const MERCHANT_MODES = { STRICT: "strict", GATEWAY: "gateway", OBSERVE: "observe" } as const;
export type MerchantId = keyof typeof MERCHANT_MODES;

/** What was sent, and what came back of it. */
export interface Sent {
  readonly status: number;
  readonly body: string;
  readonly exchangeId: string;
}

/** The server that the canary is sent through, with every answer that it gave. */
export interface Subject {
  readonly server: RunningServer;
  readonly answers: readonly Place[];
  put: (merchant: MerchantId, path: string, body: Json | Buffer) => Promise<Sent>;
  request: (path: string, options: RequestInit) => Promise<Sent>;
  /** For what no client would send. */
  raw: (text: string) => Promise<void>;
  exchange: (id: string) => Promise<Exchange>;
  /** Stops it and gives everything that it wrote and printed. */
  stop: () => Promise<readonly Place[]>;
}

export async function startSubject(folder: string, scenario: string): Promise<Subject> {
  const merchants = Object.entries(MERCHANT_MODES).map(
    ([id, mode]) => `  - { id: ${id}, passwords: [${PASSWORD}], mode: ${mode}, cardNumbersInIds: refuse }`,
  );
  await writeFile(join(folder, "merchants.yaml"), ["merchants:", ...merchants, ""].join("\n"));
  await mkdir(join(folder, "scenarios"));
  await writeFile(join(folder, "scenarios", "canary.yaml"), scenario);
  const server = await startServer({
    folder,
    environment: {
      SANDBOX_MERCHANTS: "merchants.yaml",
      SANDBOX_SCENARIO_FOLDER: "scenarios",
      SANDBOX_SCENARIOS: "canary",
      SANDBOX_DATA: "data",
      SANDBOX_JOURNAL_SIZE: "100000",
    },
  });
  const answers: Place[] = [];
  const request = async (path: string, options: RequestInit): Promise<Sent> => {
    const response = await fetch(server.url + path, options);
    const body = await response.text();
    const head = JSON.stringify([...response.headers]);
    answers.push({
      name: `answer to ${options.method ?? "GET"}`,
      text: `${response.status} ${head}\n${body}`,
    });
    return { status: response.status, body, exchangeId: response.headers.get("X-Sandbox-Exchange") ?? "" };
  };
  const authorization = (merchant: string): string =>
    `Basic ${Buffer.from(`merchant.${merchant}:${PASSWORD}`).toString("base64")}`;
  return {
    server,
    answers,
    request,
    put: (merchant, path, body) =>
      request(path.replace("MERCHANT", merchant), {
        method: "PUT",
        headers: { Authorization: authorization(merchant), "Content-Type": "application/json" },
        body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      }),
    raw: async (text) => {
      const { status, headers, body } = await sendRaw(server.url, text);
      answers.push({ name: "answer to raw text", text: `${status} ${JSON.stringify(headers)}\n${body}` });
    },
    exchange: async (id) =>
      (await fetch(`${server.url}/_sandbox/v1/exchanges/${id}`)).json() as Promise<Exchange>,
    stop: async () => {
      const exchanges = await allExchanges(server.url);
      await server.stop();
      const printed = [
        { name: "stdout", text: server.stdout() },
        { name: "stderr", text: server.stderr() },
      ];
      return [...answers, ...exchanges, ...printed, ...(await filesIn(join(folder, "data")))];
    },
  };
}

/** Every exchange, page by page, as the control API shows it. */
async function allExchanges(url: string): Promise<readonly Place[]> {
  const pages: Place[] = [];
  let before = "";
  for (;;) {
    const response = await fetch(`${url}/_sandbox/v1/exchanges?limit=500${before}`);
    const text = await response.text();
    const { exchanges } = JSON.parse(text) as { readonly exchanges: readonly Exchange[] };
    const last = exchanges.at(-1);
    if (last === undefined) return pages;
    pages.push({ name: "exchanges", text });
    before = `&before=${last.id}`;
  }
}

async function filesIn(folder: string): Promise<readonly Place[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({ name: `file ${name}`, text: await readFile(join(folder, name), "latin1") })),
  );
}
