import { isIP } from "node:net";
import { hostOf, isLoopback } from "./address-rules.ts";

/** Beneath this path the sandbox takes notifications itself, for who has no receiver yet. */
export const INBOX_PATH = "/_sandbox/inbox";

/** Where the sandbox answers, as it is known once it listens. */
export interface OwnAddresses {
  /** Where it answers over plain HTTP, without a path. */
  readonly plain: string;
  /** Over TLS; undefined: it does not. */
  readonly tls: string | undefined;
  /** Where browsers reach its pages. */
  readonly public: string;
}

export interface OwnInboxParts {
  readonly own: () => OwnAddresses;
  /** Of other processes that share the store, and so the inboxes. */
  readonly others: () => readonly OwnAddresses[];
  /** Host names under which the sandbox may be reached. */
  readonly names: readonly string[];
}

/**
 * Gives the place of the own inbox that an address names, over plain HTTP, which needs no certificate to trust;
 * undefined: it is another address. Either scheme is taken, as some contracts ask for https (assumption A390).
 */
export function createOwnInbox({ own, others, names }: OwnInboxParts): (url: URL) => URL | undefined {
  const hosts = names.map((name) => name.toLowerCase());
  return (url) => {
    if (!url.pathname.startsWith(`${INBOX_PATH}/`)) return undefined;
    const isOwn = [own(), ...others()].some((addresses) => leadsTo(url, addresses, hosts));
    return isOwn ? new URL(url.pathname, own().plain) : undefined;
  };
}

function leadsTo(url: URL, { plain, tls, public: shown }: OwnAddresses, hosts: readonly string[]): boolean {
  if (url.host === hostIn(shown)) return true;
  return [plain, tls].some((it) => it !== undefined && isAt(url, new URL(it), hosts));
}

/** Whether it is an inbox of a sandbox, this one or another: then it tells nothing of a receiver (assumption A401). */
export function isInbox(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname.startsWith(`${INBOX_PATH}/`);
}

function hostIn(origin: string): string {
  return new URL(origin).host;
}

function isAt(url: URL, listener: URL, names: readonly string[]): boolean {
  const host = hostOf(url);
  const isNamed = host === hostOf(listener) || isLoopbackName(host) || names.includes(host);
  return isNamed && portOf(url) === portOf(listener);
}

function isLoopbackName(host: string): boolean {
  return host === "localhost" || (isIP(host) !== 0 && isLoopback(host));
}

function portOf({ port, protocol }: URL): string {
  return port === "" ? (protocol === "https:" ? "443" : "80") : port;
}
