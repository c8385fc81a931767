import type { PublicNames } from "./public-names.ts";

/**
 * NO_UPDATE: nothing was put in yet. SUCCESS: usable. FAILURE: the last update was refused, and what the session
 * holds may not be what its owner thinks it is.
 */
export type UpdateStatus = "NO_UPDATE" | "SUCCESS" | "FAILURE";

/** Values that a merchant, or a payer's device, has left for operations to use. */
export interface Session {
  /** Ten hexadecimal digits: eight at random, and two that count the updates. */
  readonly version: string;
  readonly updateStatus: UpdateStatus;
  /** The API version of the last update; undefined before the first. */
  readonly apiVersion: number | undefined;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly expiresAt: number;
  /** How often the session's id is taken as a password, and how often it has been. */
  readonly authenticationLimit: number;
  readonly authentications: number;
  /** It is that of a checkout, or an authentication has begun with it and no payment since (assumption A410). */
  readonly awaitsPayer?: boolean | undefined;
  /** Public names among the members that it holds. */
  readonly publicNames?: PublicNames | undefined;
  /** The request members it holds, in the vault's form: there is card data among them. */
  readonly sealed: string;
}

/** How long a session lasts after it was made or updated (assumption A143). */
export const SESSION_LIFE_MS = 15 * 60_000;

/** The version that follows: its count is one higher, and starts again after ff (assumption A144). */
export function nextVersion(version: string | undefined, randomHex: string): string {
  const count = version === undefined ? 1 : (Number.parseInt(version.slice(8), 16) + 1) % 256;
  return randomHex.slice(0, 8) + count.toString(16).padStart(2, "0");
}

/** `SESSION`, 13 digits, a letter, 7 or 8 digits, a letter, 2 or 1 digits: 31 characters. */
export const SESSION_ID = /^SESSION\d{13}[A-Z](?:\d{7}[A-Z]\d{2}|\d{8}[A-Z]\d)$/;

export const SESSION_ID_LENGTH = 31;

/** Without D: behind 13 digits it would make them the track of a card. */
const LETTERS = "ABCEFGHIJKLMNOPQRSTUVWXYZ";

/** A session id from random bytes; the digits begin as the live gateway's do (assumption A145). */
export function sessionIdOf(random: Uint8Array): string {
  const digits = Array.from(random, (byte) => String(byte % 10)).join("");
  const letter = (at: number): string => LETTERS.charAt((random[at] ?? 0) % LETTERS.length);
  const middle = (random[SESSION_ID_BYTES - 1] ?? 0) % 2 === 0 ? 7 : 8;
  const tail = digits.slice(9, 18);
  const halves = [tail.slice(0, middle), tail.slice(middle)] as const;
  return `SESSION0002${digits.slice(0, 9)}${letter(18)}${halves[0]}${letter(19)}${halves[1]}`;
}

export const SESSION_ID_BYTES = 21;
