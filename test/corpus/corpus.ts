import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { startCorpusSandbox } from "./sandbox.ts";
import type { CorpusSandbox, CorpusSetting } from "./sandbox.ts";

/** One request. Bodies stand here as Latin-1, a character a byte. */
export interface CorpusRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Its whole answer, and what the sandbox recorded of its decision; null when it recorded nothing. */
export interface CorpusAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly decision: object | null;
}

/** Requests that follow one another; stories share nothing but the setting of their sandbox. */
export interface Story {
  readonly name: string;
  readonly setting: CorpusSetting;
  readonly requests: readonly CorpusRequest[];
}

/** A story with its answers, in the order of its requests. */
export interface PlayedStory extends Story {
  readonly answers: readonly CorpusAnswer[];
}

const RECORDING = new URL("./recording.json.br", import.meta.url);
const SETTINGS: readonly CorpusSetting[] = ["merged", "exact"];

export function readRecording(): readonly PlayedStory[] {
  return JSON.parse(brotliDecompressSync(readFileSync(RECORDING)).toString()) as readonly PlayedStory[];
}

export function writeRecording(stories: readonly PlayedStory[]): void {
  const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS, BROTLI_PARAM_SIZE_HINT } = constants;
  const text = Buffer.from(JSON.stringify(stories));
  const params = { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(RECORDING, brotliCompressSync(text, { params }));
}

/** Plays every story anew, those of one setting one after the other. */
export async function play(stories: readonly Story[]): Promise<readonly PlayedStory[]> {
  const ofSetting = (setting: CorpusSetting): readonly Story[] =>
    stories.filter((story) => story.setting === setting);
  return (await Promise.all(SETTINGS.map((setting) => playOn(setting, ofSetting(setting))))).flat();
}

async function playOn(setting: CorpusSetting, stories: readonly Story[]): Promise<readonly PlayedStory[]> {
  const sandbox = await startCorpusSandbox(setting);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const played: PlayedStory[] = [];
    for (const story of stories) played.push({ ...story, answers: await answersTo(story, sandbox, agent) });
    return played;
  } finally {
    agent.destroy();
    await sandbox.stop();
  }
}

async function answersTo(
  { name, requests }: Story,
  { url, begin, decision }: CorpusSandbox,
  agent: Agent,
): Promise<readonly CorpusAnswer[]> {
  begin(name);
  const { hostname, port } = new URL(url);
  const answers: CorpusAnswer[] = [];
  for (const { method, path, headers, body } of requests) {
    // The path goes out as it stands; a URL would tidy it.
    const sent = request({ hostname, port, path, method, agent, headers });
    sent.end(Buffer.from(body, "latin1"));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const exchange = String(response.headers["x-sandbox-exchange"]);
    answers.push({
      status: response.statusCode ?? 0,
      headers: headersOf(response, exchange),
      body: (await buffer(response)).toString("latin1").replaceAll(exchange, ANY_ID),
      decision: decision(exchange) ?? null,
    });
  }
  return answers;
}

/** Headers that say when and how it was sent, not what. */
const OF_THE_CONNECTION = ["connection", "date", "keep-alive"];

/** Exchanges have a new id each time, which is as long as this one. */
const ANY_ID = "00000000-0000-4000-8000-000000000000";

/** Names as they were sent, in their order. */
function headersOf({ rawHeaders }: IncomingMessage, exchange: string): CorpusAnswer["headers"] {
  return rawHeaders.flatMap((name, at) => {
    if (at % 2 === 1 || OF_THE_CONNECTION.includes(name.toLowerCase())) return [];
    return [[name, (rawHeaders[at + 1] ?? "").replace(exchange, ANY_ID)] as const];
  });
}

/** Every answer that is not as it was recorded, in words. */
export function differencesOf(
  recorded: readonly PlayedStory[],
  played: readonly PlayedStory[],
): readonly string[] {
  const now = new Map(played.map((story) => [story.name, story]));
  return recorded.flatMap(({ name, requests, answers }) =>
    answers.flatMap((answer, index) => {
      const other = now.get(name)?.answers[index];
      if (JSON.stringify(answer) === JSON.stringify(other)) return [];
      const [before, after] = [linesOf(answer), other === undefined ? [] : linesOf(other)];
      const at = before.findIndex((line, number) => line !== after[number]);
      const { method = "", path = "" } = requests[index] ?? {};
      const said = (lines: readonly string[]): string => lines[at === -1 ? before.length : at] ?? "nothing";
      return [
        `${name}, request ${index + 1}: ${method} ${path}\n  was: ${said(before)}\n  is:  ${said(after)}`,
      ];
    }),
  );
}

/** The answer and its decision as a person reads them: the body member by member first, and later as it came. */
export function linesOf({ status, headers, body, decision }: CorpusAnswer): readonly string[] {
  const text = Buffer.from(body, "latin1").toString();
  const told = JSON.stringify(decision, null, 2).split("\n");
  return [
    String(status),
    ...shown(text),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    text,
    ...told,
  ];
}

function shown(text: string): readonly string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split("\n");
  } catch {
    return [];
  }
}
