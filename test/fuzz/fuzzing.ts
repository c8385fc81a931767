import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { readRecording } from "../corpus/corpus.ts";
import type { CorpusRequest } from "../corpus/corpus.ts";
import { createChance } from "../flows/walk/chance.ts";
import { startServer } from "../process/built-server.ts";
import type { RunningServer } from "../process/built-server.ts";
import { spoilt } from "./spoiling.ts";

export interface FuzzOptions {
  readonly requests: number;
  /** The same seed makes the same requests. */
  readonly seed: number;
  readonly folder: string;
}

export interface FuzzResult {
  /** Answers by status; 0: the connection was closed without one. */
  readonly statuses: Readonly<Record<number, number>>;
  /** What must not happen, with the number of the request. */
  readonly failures: readonly string[];
  /** Requests that take longer than STALL_MS also when they are sent alone, in sentences. */
  readonly stalls: readonly string[];
  /** MiB of the process after a tenth of the requests, and at the end. */
  readonly memory: readonly [early: number, late: number];
  /** How the server ended when it was stopped. */
  readonly exitCode: number | null;
  readonly log: string;
}

/** No request may keep the others waiting for so long. */
const STALL_MS = 200;
const AT_ONCE = 8;
/** A client that waits longer has been forgotten. */
const FORGOTTEN_MS = 30_000;
/** What bytes that are no request get within this time is all that they get. */
const BYTES_MS = 500;

/** Sends spoilt requests to the built server, and tells what should not have happened. */
export async function fuzz({ requests: count, seed, folder }: FuzzOptions): Promise<FuzzResult> {
  const recorded = readRecording().flatMap((story) => story.requests);
  await writeMerchants(folder, recorded);
  const server = await startServer({
    folder,
    environment: { SANDBOX_MERCHANTS: join(folder, "merchants.json"), SANDBOX_LOG_LEVEL: "error" },
  });
  const run = { server, recorded, seed, agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }) };
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  const slow: number[] = [];
  let next = 0;
  let early = 0;
  const caller = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const told = await sendOne(run, number).catch((error: unknown) => ({ fault: String(error) }));
      if ("fault" in told) failures.push(`request ${number}: ${told.fault}`);
      else if (told.status >= 500) failures.push(`request ${number}: ${told.status} ${told.text}`);
      const { status = 0, ms = 0 } = "fault" in told ? {} : told;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (ms > STALL_MS) slow.push(number);
      if (number === Math.floor(count / 10)) early = memoryOf(server.pid);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const late = memoryOf(server.pid);
  const stalls = await stallsAmong(run, slow);
  run.agent.destroy();
  const { code } = await server.stop();
  return { statuses, failures, stalls, memory: [early, late], exitCode: code, log: server.stderr() };
}

/** All merchants that the recording names, in the mode that their id tells. */
async function writeMerchants(folder: string, recorded: readonly CorpusRequest[]): Promise<void> {
  const ids = new Set(recorded.flatMap(({ path }) => /\/merchant\/([\w-]{1,40})\//.exec(path)?.[1] ?? []));
  const modeOf = (id: string): string => /-(gateway|observe)$/.exec(id)?.[1] ?? "strict";
  const merchants = [...ids].map((id) => ({ id, passwords: ["sandbox"], mode: modeOf(id) }));
  await writeFile(join(folder, "merchants.json"), JSON.stringify({ merchants }));
}

interface Run {
  readonly server: RunningServer;
  readonly recorded: readonly CorpusRequest[];
  readonly seed: number;
  readonly agent: Agent;
}

interface Told {
  readonly status: number;
  readonly text: string;
  /** Until the answer was there. */
  readonly ms: number;
}

async function sendOne({ server, recorded, seed, agent }: Run, number: number): Promise<Told> {
  const made = spoilt(recorded, createChance(seed * 1_000_003 + number));
  const started = performance.now();
  if (made.kind === "bytes") return { ...(await bytesTo(server.url, made.bytes)), ms: 0 };
  return { ...(await requestTo(server.url, made.request, agent)), ms: performance.now() - started };
}

/** Those that are slow whenever they are sent alone: the others waited for a machine that had other work. */
async function stallsAmong(run: Run, slow: readonly number[]): Promise<readonly string[]> {
  const stalls: string[] = [];
  for (const number of slow) {
    let least = Infinity;
    for (let time = 0; time < 3 && least > STALL_MS; time += 1)
      least = Math.min(least, (await sendOne(run, number)).ms);
    if (least > STALL_MS) stalls.push(`request ${number}: ${Math.round(least)} ms`);
  }
  return stalls;
}

async function requestTo(
  url: string,
  { method, path, headers, body }: CorpusRequest,
  agent: Agent,
): Promise<Omit<Told, "ms">> {
  const { hostname, port } = new URL(url);
  let sent;
  try {
    const told = { ...headers, "content-length": String(body.length) };
    sent = request({ hostname, port, method, path, headers: told, agent, timeout: FORGOTTEN_MS });
  } catch {
    // Node's own client refuses to send it.
    return { status: 0, text: "" };
  }
  sent.once("timeout", () => sent.destroy(new Error(`no answer within ${FORGOTTEN_MS} ms`)));
  // A client hears of a connection that breaks behind the answer too.
  sent.on("error", () => undefined);
  sent.end(Buffer.from(body, "latin1"));
  try {
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode ?? 0, text };
  } catch (error) {
    // The server refuses what it will not read by closing the connection.
    if (error instanceof Error && "code" in error) return { status: 0, text: "" };
    throw error;
  }
}

async function bytesTo(url: string, bytes: Buffer): Promise<Omit<Told, "ms">> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    socket.end();
  });
  socket.on("error", () => undefined);
  socket.setTimeout(BYTES_MS, () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}

/** MiB that the process has in memory. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
}
