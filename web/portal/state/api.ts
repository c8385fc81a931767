import { isLoginNeeded, problem } from "./trouble.ts";

/** What went wrong, in a sentence for whoever reads the page. */
export class Told extends Error {}

/** What the control API says is wrong. */
export class ApiProblem extends Told {
  readonly status: number;
  /** Of a file that has changed meanwhile: what it is now. */
  readonly revision: string | undefined;

  constructor(status: number, { title, detail, revision }: Problem) {
    super(detail ?? title ?? `The sandbox answered ${status}.`);
    this.status = status;
    this.revision = revision;
  }
}

interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly revision?: string;
}

/** Asks the control API; `path` begins behind `/_sandbox`. Throws an ApiProblem with its sentence. */
export async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const sent: RequestInit =
    body === undefined
      ? { method }
      : { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`/_sandbox${path}`, sent);
  if (response.status === 401) isLoginNeeded.value = true;
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
  throw new ApiProblem(response.status, readProblem(text));
}

function readProblem(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}

/** Does it, and shows what went wrong, if anything. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    problem.value = undefined;
    await work();
  } catch (error) {
    problem.value = sentenceOf(error);
  }
}

export function sentenceOf(error: unknown): string {
  return error instanceof Told ? error.message : "The sandbox cannot be reached.";
}

/** The command that does the same. */
export function curlOf(method: string, path: string, body?: unknown): string {
  const data =
    body === undefined ? "" : ` -H 'Content-Type: application/json' -d '${quoted(JSON.stringify(body))}'`;
  const verb = method === "GET" ? "" : ` -X ${method}`;
  return `curl${verb} '${location.origin}/_sandbox${quoted(path)}'${data}`;
}

/** A request to the gateway itself, for a shell that has SANDBOX_PASSWORD set. */
export function gatewayCurl(
  merchantId: string,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: unknown },
): string {
  const user = quoted(`merchant.${merchantId}`);
  const data =
    body === undefined
      ? ""
      : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted(JSON.stringify(body))}'`;
  return `curl -X ${method} '${location.origin}${quoted(path)}' \\\n  -u '${user}:'"$SANDBOX_PASSWORD"${data}`;
}

/** Inside single quotes of a shell. */
export function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
