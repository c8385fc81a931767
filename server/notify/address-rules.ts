import { BlockList, isIP } from "node:net";
import { holdsUrlSecret } from "../domain/card/url-secrets.ts";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * Networks that are somebody's own (RFC 1918, RFC 4193). Link-local addresses are none of them: clouds answer there
 * with the secrets of a machine (assumption A238).
 */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("10.0.0.0", 8, "ipv4");
PRIVATE.addSubnet("172.16.0.0", 12, "ipv4");
PRIVATE.addSubnet("192.168.0.0", 16, "ipv4");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** Where clouds answer with a machine's secrets in IPv6: their addresses lie within the private networks. */
const METADATA = new BlockList();
METADATA.addAddress("fd00:ec2::254", "ipv6");
METADATA.addAddress("fd20:ce::254", "ipv6");

/** Whether it is an address of this machine alone. */
export function isLoopback(address: string): boolean {
  return isIn(LOOPBACK, address);
}

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** Where a notification is to go. */
export interface Destination {
  readonly url: URL;
  /** Whether it is the merchant's own setting; others come with requests. */
  readonly isOwn: boolean;
  /** What the host's name stands for; at least one. */
  readonly addresses: readonly string[];
}

/**
 * Why nothing is sent there, in a sentence; undefined: it may be sent. It is the addresses that are looked at, as
 * anybody can let a name stand for any address. `hosts` are names that may stand for whatever they like.
 */
export function refusalOfTarget(
  { url, isOwn, addresses }: Destination,
  hosts: readonly string[],
): string | undefined {
  const secret = secretIn(url);
  if (secret !== undefined) return `addresses that contain ${secret} are not allowed`;
  const isLocal = addresses.every(isLoopback);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isOwn && isLocal))
    return "only https is allowed, or http to this machine if the merchant's own setting names it";
  if (hosts.includes(hostOf(url)) || isLocal) return undefined;
  if (addresses.every((address) => isLoopback(address) || isPrivate(address))) return undefined;
  return "the host is neither on this machine nor in a private network: add it to SANDBOX_NOTIFICATION_HOSTS";
}

function isPrivate(address: string): boolean {
  return isIn(PRIVATE, address) && !isIn(METADATA, address);
}

/** Addresses are stored and shown, and what they hold is masked then: the receiver would not know itself. */
export function secretIn(url: URL): "a user name" | "a secret" | undefined {
  if (url.username !== "" || url.password !== "") return "a user name";
  return holdsUrlSecret(url.href) ? "a secret" : undefined;
}

/** Whether it is written as hosts of URLs are read: `http://shop.example`, `shop.example:80` and `*.example` are none. */
export function isHost(text: string): boolean {
  const url = `https://${isIP(text) === 6 ? `[${text}]` : text}/`;
  return /^[\w.:-]+$/.test(text) && URL.canParse(url) && hostOf(new URL(url)) === text.toLowerCase();
}

/** Lower case, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
