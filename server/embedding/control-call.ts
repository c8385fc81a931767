import { isObject } from "../domain/json.ts";
import { codeOf, reasonOf } from "../domain/thrown.ts";

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
  readonly fetch: ControlFetch;
}

/** As much of `fetch` as calls need. */
export type ControlFetch = (
  url: string,
  init: {
    readonly method: ControlMethod;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
) => Promise<Pick<Response, "ok" | "status" | "text">>;

export type ControlMethod = "DELETE" | "GET" | "POST" | "PUT";

/** One request to the control API; the path goes on behind `/_sandbox`. Undefined when the answer has no body. */
export type ControlCall = (method: ControlMethod, path: string, body?: unknown) => Promise<unknown>;

export function createControlCall({ url, token, fetch }: ControlPlace): ControlCall {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return async (method, path, given) => {
    const sent =
      given === undefined
        ? { headers: authorization }
        : { headers: { ...authorization, "content-type": "application/json" }, body: JSON.stringify(given) };
    const response = await fetch(`${url}/_sandbox${path}`, { method, ...sent }).catch(unreachable(url));
    const text = await response.text();
    const body = jsonIn(text);
    if (response.ok && (body !== undefined || response.status === 204)) return body;
    const complaint = isObject(body) && typeof body["detail"] === "string" ? body["detail"] : undefined;
    const stranger = `${url} is not a gateway-sandbox: ${path} was answered with ${response.status}`;
    throw new ControlError(response.status, complaint ?? stranger);
  };
}

function unreachable(url: string): (error: unknown) => never {
  return (error) => {
    const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
    throw new Error(`${url} cannot be reached (${codeOf(cause) ?? reasonOf(cause)})`, { cause: error });
  };
}

/** The address of a sandbox without a slash at its end; undefined: it is none. */
export function sandboxUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol);
  if (!isWeb || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Undefined: it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
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
