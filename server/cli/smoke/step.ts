import { textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { request as plainRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { readText } from "../kernel/files.ts";
import { UsageError } from "../kernel/command.ts";

/** Members of the answer by their dotted paths; a pattern is for what is made anew every time. */
export type Expected = Readonly<Record<string, Json | RegExp>>;

/** One call, and what the documentation says of its answer. */
export interface SmokeStep {
  readonly name: string;
  readonly method: string;
  /** Below the merchant in version 100, or from the root when it begins with a slash. */
  readonly path: string;
  readonly body?: JsonObject;
  /** Several: what was there before decides. */
  readonly status: number | readonly number[];
  readonly expected: Expected;
  /** What comes instead where the merchant's settings say so. */
  readonly orElse?: Expected;
  /** A member of the answer that later steps have in the place of `{name}`. */
  readonly keeps?: { readonly name: string; readonly path: string };
}

/** What earlier answers gave, by name. */
export type Kept = ReadonlyMap<string, string>;

/** The step with what was kept put into its path and body. */
export function filled(step: SmokeStep, kept: Kept): SmokeStep {
  const fill = (text: string): string =>
    [...kept].reduce((done, [name, value]) => done.replaceAll(`{${name}}`, value), text);
  const body = step.body && (JSON.parse(fill(JSON.stringify(step.body))) as JsonObject);
  return { ...step, path: fill(step.path), ...(body && { body }) };
}

export function keptFrom(
  { keeps }: SmokeStep,
  { body }: SmokeAnswer,
): readonly (readonly [string, string])[] {
  const value = keeps && textAt(body, keeps.path);
  return keeps === undefined || value === undefined ? [] : [[keeps.name, value]];
}

/** What is not as documented, in words; nothing when all is. */
export function faultsOf({ orElse, ...step }: SmokeStep, answer: SmokeAnswer): readonly string[] {
  const faults = faultsIn(step, answer);
  const isOther = orElse !== undefined && faultsIn({ ...step, expected: orElse }, answer).length === 0;
  return isOther ? [] : faults;
}

function faultsIn({ status, expected }: Omit<SmokeStep, "orElse">, answer: SmokeAnswer): readonly string[] {
  const members = Object.entries(expected).flatMap(([path, wanted]) => {
    const got = valueAt(answer.body, path);
    return isAsWanted(wanted, got) ? [] : [`${path}: expected ${shown(wanted)}, got ${shown(got)}`];
  });
  const statuses: readonly number[] = typeof status === "number" ? [status] : status;
  if (statuses.includes(answer.status)) return members;
  const said = textAt(answer.body, "error.explanation");
  const words = said === undefined ? "" : ` (${said})`;
  return [`status: expected ${statuses.join(" or ")}, got ${answer.status}${words}`, ...members];
}

function isAsWanted(wanted: Json | RegExp, got: Json | undefined): boolean {
  if (wanted instanceof RegExp) return typeof got === "string" && wanted.test(got);
  return JSON.stringify(got) === JSON.stringify(wanted);
}

function shown(value: Json | RegExp | undefined): string {
  if (value === undefined) return "nothing";
  return value instanceof RegExp ? `text like ${value.source}` : JSON.stringify(value);
}

/** What came back. */
export interface SmokeAnswer {
  readonly status: number;
  /** Undefined when it is no JSON. */
  readonly body: Json | undefined;
}

/** Sends one request; rejects when there is no answer. */
export type SmokeClient = (method: string, path: string, body?: JsonObject) => Promise<SmokeAnswer>;

export interface SmokePlace {
  readonly url: string;
  readonly merchant: string;
  readonly password: string;
  /** File of the authority that signed the server's certificate; undefined: those that the machine trusts. */
  readonly ca: string | undefined;
}

/** So long one answer may take. */
const TIMEOUT_MS = 10_000;

export function createSmokeClient({ url, merchant, password, ca }: SmokePlace): SmokeClient {
  const base = baseOf(url);
  const trusted = ca === undefined ? {} : { ca: authorityIn(ca) };
  const auth = `merchant.${merchant}:${password}`;
  const send = base.protocol === "https:" ? secureRequest : plainRequest;
  return (method, path, body) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const target = new URL(base.pathname.replace(/\/$/, "") + path, base);
    const headers = text === undefined ? {} : { "content-type": "application/json" };
    const options = { method, auth, headers, timeout: TIMEOUT_MS, ...trusted };
    return answered(send(target, options), text);
  };
}

function answered(request: ClientRequest, text: string | undefined): Promise<SmokeAnswer> {
  return new Promise((resolve, reject) => {
    request.once("timeout", () => request.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
    request.once("error", reject);
    request.once("response", (response) => {
      textOf(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, body: parsed(body) });
      }, reject);
    });
    request.end(text);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: string[] = [];
  for await (const part of response.setEncoding("utf8")) parts.push(String(part));
  return parts.join("");
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function baseOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`'${text}' is not a valid sandbox URL; use one like http://127.0.0.1:8620`);
}

function authorityIn(file: string): string {
  const text = readText(file);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`--ca ${file} contains no certificate in PEM format`);
}
