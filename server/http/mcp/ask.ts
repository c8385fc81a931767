import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";

/** One request to the sandbox, to its control API or to its gateway, on behalf of whoever uses the tool. */
export type Ask = (asked: AskedRequest) => Promise<{ readonly status: number; readonly text: string }>;

export interface AskedRequest {
  readonly method: string;
  /** From the sandbox's root: `/_sandbox/v1/about`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Asks a sandbox over HTTP, with its control token for the control API. */
export function askAt(url: string, token: string | undefined): Ask {
  return async ({ method, path, headers, body }) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const sent = body === undefined ? null : JSON.stringify(body);
    const init = { method, headers: { ...authorization, ...type, ...headers }, body: sent };
    const answer = await fetch(url + path, init).catch((error: unknown) => {
      throw new Error(`${url} cannot be reached; is the sandbox running?`, { cause: error });
    });
    return { status: answer.status, text: await answer.text() };
  };
}

/** What the protocol itself refuses is quoted in its errors, card numbers and all; tools mask what they return. */
export function maskedError(message: string): string {
  return /"error":\s*\{/.test(message) ? maskText(message) : message;
}

/** The answer's JSON; throws an Error with the sandbox's own sentence when it refused. */
export function readAnswer({ status, text: answer }: Awaited<ReturnType<Ask>>): Json {
  if (status >= 400 || status === 0) throw new Error(complaintOf(status, answer));
  return answer === "" ? { done: true } : jsonOf(answer);
}

function complaintOf(status: number, answer: string): string {
  const body = jsonOf(answer);
  return isObject(body) && typeof body["detail"] === "string"
    ? body["detail"]
    : `The sandbox answered ${status}.`;
}

export function jsonOf(answer: string): Json {
  try {
    return JSON.parse(answer) as Json;
  } catch {
    return answer;
  }
}
