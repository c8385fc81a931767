import type { HiddenPart } from "./digit-scan.ts";
import { hide, holds } from "./hidden-part.ts";
import { kindOfName } from "./secret-names.ts";

const HIDDEN = "xxx";

/** What reads URLs also takes these schemes without the slashes. */
const URL_BEGIN = /\b(?:ftp|https?|wss?):|:\/\//i;
/** With what stands in the place of user and host. */
const AUTHORITIES = /(?:\b(?:ftp|https?|wss?):[\\/]*|:\/\/)([^\s/\\?#"'<>]*)/gi;
const PARAMETER_NAMES = /[?&#;]([^\s?&#;="'<>]+)=/g;
const VALUE_END = /[\s&#"'<>\\]|$/g;

/**
 * The text with users and passwords of URLs hidden, and the values of parameters whose name is that of a secret, in
 * query and fragment (assumption A241). Texts without a URL are not looked at closely.
 */
export function hideUrlSecrets(text: string): string {
  return text.includes(":") || text.includes("%") ? hide(text, secretsIn) : text;
}

/** Whether the URL holds a user, or a parameter whose name is that of a secret. */
export function holdsUrlSecret(url: string): boolean {
  return holds(url, secretsIn);
}

function secretsIn(text: string): readonly HiddenPart[] {
  const begin = text.search(URL_BEGIN);
  if (begin < 0) return [];
  const users = text.includes("@") ? usersIn(text) : [];
  return text.includes("=") ? [...users, ...valuesIn(text, begin)] : users;
}

function usersIn(text: string): readonly HiddenPart[] {
  return [...text.matchAll(AUTHORITIES)].flatMap(({ 0: whole, 1: authority = "", index }) => {
    const begin = index + whole.length - authority.length;
    const length = authority.lastIndexOf("@");
    return length > 0 ? [{ begin, end: begin + length, shown: HIDDEN }] : [];
  });
}

/** A value goes as far as the next parameter by `&`, whatever else is in it; no value is looked at twice. */
function valuesIn(text: string, from: number): readonly HiddenPart[] {
  const names = new RegExp(PARAMETER_NAMES);
  const found: HiddenPart[] = [];
  names.lastIndex = from;
  for (let name = names.exec(text); name !== null; name = names.exec(text)) {
    if (!isSecret(name[1] ?? "")) continue;
    const [begin, end] = [names.lastIndex, endOfValue(text, names.lastIndex)];
    if (end > begin) found.push({ begin, end, shown: HIDDEN });
    names.lastIndex = end;
  }
  return found;
}

function endOfValue(text: string, begin: number): number {
  const end = new RegExp(VALUE_END);
  end.lastIndex = begin;
  return end.exec(text)?.index ?? text.length;
}

/** Parameters may be named by a path: `card.securityCode`, `card[pin]`. */
function isSecret(parameter: string): boolean {
  const names = parameter.split(/[.[\]]/).filter((name) => /[a-z]/i.test(name));
  return names.some((name, index) => {
    const { isSecret: never, isSecretLeaf } = kindOfName(name);
    return never || (isSecretLeaf && index === names.length - 1);
  });
}
