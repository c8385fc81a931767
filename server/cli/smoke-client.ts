import { request as plainRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import type { Json, JsonObject } from "../domain/json.ts";
import { readText } from "./text-file.ts";
import { UsageError } from "./usage-error.ts";

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
  throw new UsageError(`'${text}' is no address of a sandbox; give one like http://127.0.0.1:8620`);
}

function authorityIn(file: string): string {
  const text = readText(file);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new UsageError(`--ca ${file} holds no certificate in PEM`);
}
