import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";

/** The control API did not do what it was asked for; the message is its own sentence. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ControlPlace {
  readonly url: string;
  /** Undefined: the control API asks for none. */
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}

export type ControlMethod = "DELETE" | "GET" | "POST" | "PUT";

/** One request to the control API; the path goes on behind `/_sandbox`. Undefined when the answer has no body. */
export type ControlCall = (method: ControlMethod, path: string, body?: unknown) => Promise<unknown>;

export function createControlCall({ url, token, fetch }: ControlPlace): ControlCall {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return async (method, path, body) => {
    const sent =
      body === undefined
        ? { headers: authorization }
        : { headers: { ...authorization, "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(`${url}/_sandbox${path}`, { method, ...sent });
    const text = await response.text();
    if (!response.ok)
      throw new ControlError(response.status, complaintIn(text) ?? `${method} ${path}: ${text}`);
    return text === "" ? undefined : (JSON.parse(text) as Json);
  };
}

function complaintIn(text: string): string | undefined {
  try {
    const problem: unknown = JSON.parse(text);
    return isObject(problem) && typeof problem["detail"] === "string" ? problem["detail"] : undefined;
  } catch {
    return undefined;
  }
}

/** The members that are given, as a query. */
export function queryOf(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return given.length === 0 ? "" : `?${query.toString()}`;
}
