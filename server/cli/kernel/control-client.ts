import { isObject } from "../../domain/json.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification } from "../../domain/record/notification.ts";
import { codeOf, reasonOf } from "../../domain/thrown.ts";
import type { Environment } from "../../sandbox/config.ts";
import { jsonIn, sandboxUrl } from "../../embedding/control-call.ts";
import type { ControlCall } from "../../embedding/control-call.ts";
import { flagValue, UsageError } from "./command.ts";
import type { Flag, Invocation } from "./command.ts";
import { eventsIn } from "./server-events.ts";
import type { ServerEvent } from "./server-events.ts";

/** The control API of a running sandbox. What it does not answer as asked is a UsageError that says why. */
export interface ControlClient {
  /** Where the sandbox answers, without a slash at its end. */
  readonly url: string;
  readonly call: ControlCall;
  /** The path goes on behind `/_sandbox`: "/v1/findings". */
  get: (path: string) => Promise<unknown>;
  post: (path: string, body: unknown) => Promise<unknown>;
  put: (path: string, body: unknown) => Promise<unknown>;
  /** What the sandbox sends as it happens. Resolves when it listens; the events end when it stops. */
  events: (path: string) => Promise<AsyncIterable<ServerEvent>>;
}

export interface ControlClientOptions {
  readonly url: string;
  /** Undefined: the sandbox asks for none. */
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
}

/** What every command that talks to a running sandbox takes. */
export const CONTROL_FLAGS: readonly Flag[] = [
  {
    name: "url",
    help: "URL of the sandbox (default: SANDBOX_URL, otherwise this machine and SANDBOX_PORT)",
  },
  { name: "token", help: "control token of the sandbox (default: SANDBOX_CONTROL_TOKEN)" },
];

/** So long a sandbox may take for one answer. */
const TIMEOUT_MS = 60_000;

export function controlClient({ url, token, fetch }: ControlClientOptions): ControlClient {
  const base = baseOf(url);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const call: ControlCall = async (method, path, given) => {
    const sent = given === undefined ? undefined : JSON.stringify(given);
    const type = sent === undefined ? {} : { "content-type": "application/json" };
    const limits = { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" } as const;
    const init = { method, headers: { ...type, ...authorization }, body: sent ?? null, ...limits };
    const [response, text] = await fetch(`${base}/_sandbox${path}`, init)
      .then(async (it) => [it, await it.text()] as const)
      .catch((error: unknown) => {
        throw unreachable(base, error);
      });
    const body = jsonIn(text);
    if (response.ok && (body !== undefined || response.status === 204)) return body;
    throw new UsageError(complaint(response.status, { base, path, body, hasToken: token !== undefined }));
  };
  return {
    url: base,
    call,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    events: async (path) => {
      const lost = (error: unknown): never => {
        throw unreachable(base, error);
      };
      const sent = { headers: authorization, redirect: "error" } as const;
      const response = await fetch(`${base}/_sandbox${path}`, sent).catch(lost);
      const type = response.headers.get("content-type") ?? "";
      if (response.ok && response.body !== null && type.startsWith("text/event-stream"))
        return eventsIn(response.body, lost);
      const body = jsonIn(await response.text().catch(lost));
      throw new UsageError(complaint(response.status, { base, path, body, hasToken: token !== undefined }));
    },
  };
}

/** The client that the flags and the environment ask for; flags stand over the environment. */
export function controlClientOf(invocation: Pick<Invocation, "environment" | "given">): ControlClient {
  const { environment } = invocation;
  return controlClient({
    url: flagValue(invocation, "url") ?? urlIn(environment),
    token: flagValue(invocation, "token") ?? (environment["SANDBOX_CONTROL_TOKEN"] || undefined),
    fetch,
  });
}

/** Where a file is looked at, no sandbox is asked. */
export function refuseControlFlags({ given }: Pick<Invocation, "given">, why: string): void {
  const lost = CONTROL_FLAGS.find(({ name }) => given.has(name));
  if (lost !== undefined) throw new UsageError(`--${lost.name} is only for a running sandbox; ${why}`);
}

function urlIn(environment: Environment): string {
  const port = environment["SANDBOX_PORT"] || environment["PORT"] || "8620";
  return environment["SANDBOX_URL"] || `http://127.0.0.1:${port}`;
}

function baseOf(text: string): string {
  const url = sandboxUrl(text);
  if (url !== undefined) return url;
  throw new UsageError(`'${text}' is not a valid sandbox URL; use one like http://127.0.0.1:8620`);
}

function unreachable(base: string, error: unknown): UsageError {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const reason = codeOf(cause) ?? reasonOf(cause);
  return new UsageError(
    `${base} cannot be reached (${reason}); start the sandbox, or specify its URL with --url`,
    { cause: error },
  );
}

interface Refused {
  readonly base: string;
  readonly path: string;
  readonly body: unknown;
  readonly hasToken: boolean;
}

/** A problem of the control API says itself what is wrong; anything else is no sandbox. */
function complaint(status: number, { base, path, body, hasToken }: Refused): string {
  if (status === 401) {
    const what = hasToken ? "rejects this control token" : "requires its control token";
    return `${base} ${what}; the ready line prints it: pass it with --token or SANDBOX_CONTROL_TOKEN`;
  }
  const detail = isObject(body) && typeof body["detail"] === "string" ? body["detail"] : undefined;
  if (detail === undefined) return `${base} is not a gateway-sandbox: ${path} was answered with ${status}`;
  return `${detail} (${base} answered ${status} to ${path})`;
}

/** Every exchange that a running sandbox keeps of one merchant or of all, the oldest first. */
export async function allExchanges(
  client: ControlClient,
  merchant: string | undefined,
): Promise<readonly Exchange[]> {
  const own = merchant === undefined ? "" : `/merchants/${encodeURIComponent(merchant)}`;
  const found = (await everyPage(client, `/v1${own}/exchanges`, "exchanges")) as Exchange[];
  return found.reverse();
}

/** Every notification of a merchant, the newest first. */
export async function allNotifications(
  client: ControlClient,
  merchant: string,
): Promise<readonly Notification[]> {
  const path = `/v1/merchants/${encodeURIComponent(merchant)}/notifications`;
  return (await everyPage(client, path, "notifications")) as Notification[];
}

/** What all pages of a list have, the newest first. */
async function everyPage(client: ControlClient, path: string, name: string): Promise<unknown[]> {
  const found: unknown[] = [];
  let next: string | undefined;
  do {
    const before = next === undefined ? "" : `&before=${next}`;
    const page = (await client.get(`${path}?limit=500${before}`)) as Readonly<Record<string, unknown>>;
    found.push(...(page[name] as readonly unknown[]));
    next = page["next"] as string | undefined;
  } while (next !== undefined);
  return found;
}
