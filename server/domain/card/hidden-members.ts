import { passesLuhn } from "./card-scheme.ts";
import { maskNumber } from "./card.ts";
import { isSecretMember, kindOfMember } from "./secret-members.ts";
import { isObject } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/** A member of a recorded body of which masking left nothing, or too little to send it again. */
export interface HiddenMember {
  /** Dotted, elements of lists as `leg[0]`. */
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

const MASKED_NUMBER = /^\d{6}x+\d{4}$/;
export const isMaskedNumber = (value: string): boolean => MASKED_NUMBER.test(value);

/** Short numbers are masked whole, those of accounts however short they are. */
function isMaskedWhole(name: string, value: string): boolean {
  return (kindOfMember(name).isAccount ? /^x{1,10}$/ : /^x{9,10}$/).test(value);
}

/** Every masked member of a recorded body. */
export function hiddenIn(body: Json | undefined, path = "", name = ""): readonly HiddenMember[] {
  if (Array.isArray(body))
    return (body as readonly Json[]).flatMap((item, index) => hiddenIn(item, `${path}[${index}]`, name));
  if (isObject(body)) {
    return Object.entries(body).flatMap(([member, value]) =>
      hiddenIn(value, path === "" ? member : `${path}.${member}`, member),
    );
  }
  return typeof body === "string" && isHidden(name, body) ? [{ path, name, value: body }] : [];
}

function isHidden(name: string, value: string): boolean {
  return isSecretMember(name, value) || MASKED_NUMBER.test(value) || isMaskedWhole(name, value);
}

/** What a secret is replaced by: of the right form, and as good as any, for nothing but a scenario reads it. */
const SECRETS: Readonly<Record<string, string>> = {
  securitycode: "100",
  onlinepaymentcryptogram: "AAAA",
  pin: "1234",
};

const AMEX = /^3[47]/;

/** The number to send in place of a masked one; undefined: there is none. */
export type NumberFor = (masked: string) => string | undefined;

/** A value that can be sent in the member's place; undefined: none would do. */
export function standInFor(
  { name, value }: Omit<HiddenMember, "path">,
  numberFor: NumberFor,
): string | undefined {
  if (MASKED_NUMBER.test(value)) return numberFor(value);
  if (isMaskedWhole(name, value)) return "1".padEnd(value.length, "0");
  return SECRETS[name.toLowerCase()];
}

/** The body with stand-ins for everything that masking hid; what has none stays as it is. */
export function withoutMasks(body: JsonObject, numberFor: NumberFor): JsonObject {
  const replaced = replace(body, "", numberFor);
  return isObject(replaced) ? withLongCode(replaced) : body;
}

function replace(value: Json, name: string, numberFor: NumberFor): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => replace(item, name, numberFor));
  if (isObject(value)) {
    const members = Object.entries(value).flatMap(([member, part]) =>
      part === undefined ? [] : [[member, replace(part, member, numberFor)] as const],
    );
    return withLongCode(Object.fromEntries(members));
  }
  if (typeof value !== "string" || !isHidden(name, value)) return value;
  return standInFor({ name, value }, numberFor) ?? value;
}

/** The security code of an American Express card has four digits. */
function withLongCode(card: JsonObject): JsonObject {
  const { number, securityCode } = card;
  const isLong = typeof number === "string" && AMEX.test(number) && securityCode === SECRETS["securitycode"];
  return isLong ? { ...card, securityCode: "1000" } : card;
}

const MASKED = /^(\d{6})(x+)(\d{4})$/;

/** So many digits in one run can be a card number. */
const NUMBER = /(?<!\d)\d{12,19}(?!\d)/g;

/**
 * A number that stands in for a masked one: the same first six and last four digits, and nobody's, as it fails the Luhn
 * check (assumption A217). The turn tells numbers apart that are masked alike. Undefined: too little is left.
 */
export function standInOf(masked: string, turn = 0): string | undefined {
  const [, start, hidden, end] = MASKED.exec(masked) ?? [];
  if (start === undefined || hidden === undefined || end === undefined) return undefined;
  const numbers = Array.from({ length: 10 * (turn + 1) }, (_, count) => {
    return start + String(count).padStart(hidden.length, "0") + end;
  });
  return numbers.filter((it) => it.length === masked.length && !passesLuhn(it))[turn];
}

/** The text with a stand-in for every number that could be somebody's card. */
export function withStandIns(text: string): string {
  return text.replace(NUMBER, (number) =>
    passesLuhn(number) ? (standInOf(maskNumber(number)) ?? maskNumber(number)) : number,
  );
}

/** A number of the texts that is masked so, else one that is made. */
export function numberLike(masked: string, texts: readonly string[], turn = 0): string | undefined {
  const named = texts.flatMap((text) => text.match(NUMBER) ?? []);
  return (turn === 0 ? named.find((it) => maskNumber(it) === masked) : undefined) ?? standInOf(masked, turn);
}
