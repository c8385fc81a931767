import { maskText } from "./card.ts";
import { isObject } from "./json.ts";
import type { Json } from "./json.ts";

/**
 * Members that never leave memory, wherever they stand and however their letters are: a name is enough, so
 * misplaced ones are caught too, and names that people give to the same data (assumption A16).
 */
const SECRET = new Set([
  ...[
    "aes256key",
    "cryptogram",
    "emv",
    "emvrequest",
    "onlinepaymentcryptogram",
    "payload",
    "paymenttoken",
    "pinblock",
  ],
  ...["securitycode", "csc", "cvc", "cvc2", "cvv", "cvv2", "cid"],
  ...["track", "track1", "track2", "trackdata"],
]);

/**
 * Secret when they are the value themselves: `pin` is a group of a card and the secret itself of a gift card, `p2pe` a
 * group and, misplaced, its payload, `cardSecurityCode` is a group of answers.
 */
const SECRET_LEAVES = new Set(["cardsecuritycode", "p2pe", "pin"]);

/** Members that hold a number of which six leading and four trailing digits may be shown. */
const NUMBER = new Set(["bankaccountnumber", "cardnumber", "iban", "maskedfpan", "number", "pan"]);

/** What a member's name says of its value. */
export interface MemberKind {
  /** Its value never leaves memory. */
  readonly isSecret: boolean;
  /** The same, unless the value is an object. */
  readonly isSecretLeaf: boolean;
  /** It holds a number of which six leading and four trailing digits may be shown. */
  readonly holdsNumber: boolean;
  /** The name as it may be shown. */
  readonly shown: string;
}

/** Names that were asked for. They come from requests, so that only so many are kept. */
const kinds = new Map<string, MemberKind>();
const KINDS_MAX = 5_000;

export function kindOfMember(name: string): MemberKind {
  return kinds.get(name) ?? remembered(name);
}

function remembered(name: string): MemberKind {
  const letters = lettersOf(name);
  const kind = {
    isSecret: SECRET.has(letters),
    isSecretLeaf: SECRET_LEAVES.has(letters),
    holdsNumber: NUMBER.has(letters),
    shown: maskText(name),
  };
  if (kinds.size >= KINDS_MAX) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

/** Whether a member's value is secret. */
export function isSecretMember(name: string, value: Json): boolean {
  const { isSecret, isSecretLeaf } = kindOfMember(name);
  return isSecret || (isSecretLeaf && !isObject(value));
}

/** Whether the value at the end of these members would be secret. */
export function isSecretPath(names: readonly string[]): boolean {
  return names.some((name, index) => isSecretMember(name, index < names.length - 1 ? {} : ""));
}

/** `identifier` is a number of an account, and an ordinary name of a sub-merchant. */
export function holdsNumber(name: string, parent: string | undefined): boolean {
  return kindOfMember(name).holdsNumber || (name === "identifier" && parent === "account");
}

/** A name as it counts, however it is written: `security code` is `securityCode`. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
