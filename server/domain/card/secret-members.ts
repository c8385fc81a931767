import { maskMemberNumber, maskNumber, maskText } from "./card.ts";
import { isObject } from "../json.ts";
import type { Json } from "../json.ts";
import { kindOfName } from "./secret-names.ts";
import type { NameKind } from "./secret-names.ts";

/** What a member's name says of its value. */
export interface MemberKind extends NameKind {
  /** The name as it may be shown. */
  readonly shown: string;
  /** It says nothing, wherever it stands, and is shown as it is. */
  readonly isPlain: boolean;
}

/** Names that were asked for. They come from requests, so that only so many are kept, no long ones, and no secrets. */
const kinds = new Map<string, MemberKind>();
const KINDS_MAX = 5_000;
const NAME_LENGTH_MAX = 100;

export function kindOfMember(name: string): MemberKind {
  return kinds.get(name) ?? learned(name);
}

function learned(name: string): MemberKind {
  const { isSecret, isSecretLeaf, isAccount, holdsNumber: isOfNumber } = kindOfName(name);
  const shown = maskText(name);
  const says = isSecret || isSecretLeaf || isOfNumber || name === IDENTIFIER;
  const isPlain = !says && shown === name;
  const kind = { isSecret, isSecretLeaf, isAccount, holdsNumber: isOfNumber, shown, isPlain };
  if (shown !== name || name.length > NAME_LENGTH_MAX) return kind;
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

const IDENTIFIER = "identifier";

/** `identifier` is a number of an account, and an ordinary name of a sub-merchant. */
export function holdsNumber(name: string, parent: string | undefined): boolean {
  return kindOfMember(name).holdsNumber || (name === IDENTIFIER && parent === "account");
}

/** The value of a member that holds numbers, masked: that of an account as a whole (assumption A99). */
export function maskNumberIn(name: string, text: string): string {
  const shown = maskMemberNumber(text);
  return kindOfMember(name).isAccount ? maskNumber(shown) : shown;
}
