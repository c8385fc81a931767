import { lookup } from "node:dns/promises";
import { request as requestPlain } from "node:http";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { request as requestTls } from "node:https";
import { isIP } from "node:net";
import type { LookupFunction } from "node:net";
import { createSecureContext } from "node:tls";
import type { SecureContext } from "node:tls";
import { codeOf } from "../domain/thrown.ts";
import { hostOf, refusalOfTarget, secretIn } from "./address-rules.ts";
import type { Timer } from "./queues.ts";

/** A POST to make. */
export interface Message {
  readonly url: string;
  /** Whether the address is the merchant's own setting. */
  readonly isOwn: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of it. */
export type Sent =
  | { readonly kind: "answered"; readonly status: number; readonly text: string }
  | { readonly kind: "unanswered"; readonly reason: string }
  /** Nothing was sent, and nothing ever will be to this address. */
  | { readonly kind: "refused"; readonly reason: string }
  /** It was not waited for, so that nobody knows. */
  | { readonly kind: "broken-off" };

/** Does not wait any longer when it is `stopped`. */
export type Send = (message: Message, stopped: AbortSignal) => Promise<Sent>;

export interface SenderParts {
  /** Names that may be sent to wherever they are. */
  readonly hosts: readonly string[];
  /** Where the own inbox is that an address names; undefined: it names none. */
  readonly ownInbox: (url: URL) => URL | undefined;
  /** Certificates of authorities, in PEM form; undefined: those that Node knows. */
  readonly authorities: readonly string[] | undefined;
  readonly timer: Timer;
  readonly timeoutMs: number;
}

/** What is kept of an answer's body to be looked at. */
const ANSWER_BYTES_MAX = 1_024;

/** Redirects are not followed: what an address leads to must be in sight. */
export function createSender(parts: SenderParts): Send {
  const names = parts.hosts.map((host) => host.toLowerCase());
  const trust = trustIn(parts.authorities);
  return async (message, stopped) => {
    // One time limit over everything: the name, the connection, TLS, and the answer.
    const ending = new AbortController();
    const end = (): void => {
      ending.abort();
    };
    const cancel = parts.timer(parts.timeoutMs, end);
    // Not by AbortSignal.any: Node keeps what it gives for as long as `stopped` lives.
    stopped.addEventListener("abort", end);
    if (stopped.aborted) end();
    try {
      return await send({ ...parts, hosts: names, trust }, message, ending.signal);
    } catch (error) {
      if (stopped.aborted) return { kind: "broken-off" };
      const late = `no answer within ${parts.timeoutMs} ms`;
      return { kind: "unanswered", reason: ending.signal.aborted ? late : reasonOf(error) };
    } finally {
      cancel();
      stopped.removeEventListener("abort", end);
    }
  };
}

/** Reading some hundred certificates takes milliseconds: once, and not before there is something to send. */
function trustIn(authorities: SenderParts["authorities"]): Trust {
  if (authorities === undefined) return () => ({});
  let secureContext: SecureContext | undefined;
  return () => ({ secureContext: (secureContext ??= createSecureContext({ ca: [...authorities] })) });
}

type Trust = () => { readonly secureContext?: SecureContext };

interface Sending extends SenderParts {
  readonly trust: Trust;
}

async function send(parts: Sending, message: Message, signal: AbortSignal): Promise<Sent> {
  if (!URL.canParse(message.url)) return { kind: "refused", reason: "it is not a valid URL" };
  const asked = new URL(message.url);
  const inbox = secretIn(asked) === undefined ? parts.ownInbox(asked) : undefined;
  const url = inbox ?? asked;
  const addresses = await Promise.race([addressesOf(url), untilAborted(signal)]);
  const reason =
    inbox === undefined ? refusalOfTarget({ url, isOwn: message.isOwn, addresses }, parts.hosts) : undefined;
  if (reason !== undefined) return { kind: "refused", reason };
  return post(parts, { ...message, url, addresses }, signal);
}

async function addressesOf(url: URL): Promise<readonly string[]> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Looking up a name cannot be broken off, but need not be waited for. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(new Error("timed out"));
    });
  });
}

interface Posting extends Omit<Message, "url"> {
  readonly url: URL;
  readonly addresses: readonly string[];
}

function post({ trust }: Sending, posting: Posting, signal: AbortSignal): Promise<Sent> {
  const { url, addresses, headers, body } = posting;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const options: RequestOptions = {
      ...{ method: "POST", headers: { ...headers, "Content-Length": length }, signal },
      // A connection of its own, so that nothing stays open; and to the very addresses that were looked at.
      ...{ agent: false, lookup: lookupIn(addresses) },
    };
    const outgoing: ClientRequest =
      url.protocol === "https:" ? requestTls(url, { ...options, ...trust() }) : requestPlain(url, options);
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      resolve(answerOf(incoming));
    });
    outgoing.end(body);
  });
}

/** The status counts, whatever becomes of the body behind it. */
async function answerOf(incoming: IncomingMessage): Promise<Sent> {
  const { statusCode: status = 0 } = incoming;
  return { kind: "answered", status, text: await beginningOf(incoming) };
}

function beginningOf(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    incoming.on("data", (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length >= ANSWER_BYTES_MAX) incoming.destroy();
    });
    // It is cut or broken off; then there is a close all the same.
    incoming.on("error", () => undefined);
    incoming.on("close", () => {
      resolve(Buffer.concat(parts).subarray(0, ANSWER_BYTES_MAX).toString());
    });
  });
}

/** Resolves every name to these addresses. */
function lookupIn(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, answer) => {
    const [first] = found;
    if (all === true) answer(null, found);
    else answer(null, first?.address ?? "", first?.family);
  };
}

/** The code alone: messages may quote anything. */
function reasonOf(error: unknown): string {
  const codes = error instanceof AggregateError ? error.errors.map(nameOf) : [nameOf(error)];
  return `no answer: ${[...new Set(codes)].join(", ")}`;
}

function nameOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : typeof error);
}
