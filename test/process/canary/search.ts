import { SECRET_PATTERNS } from "./marks.ts";
import type { SentNumbers } from "./marks.ts";
import { decodedBase64, decodedHex, unescaped } from "./written-forms.ts";

/** One place to search: a name for the report and everything that is there. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

const SHORTEST = 13;
const LONGEST = 19;
const AROUND = 60;

/** Digits of a number in one run, or with a little between them that is no letter. */
const DIGITS = /\d(?:[^A-Za-z\d]{0,3}\d){12,}/g;

/** What was found, each with where it came from and what stands around it. */
export function leaksIn({ name, text }: Place, sent: SentNumbers): readonly string[] {
  const forms: Readonly<Record<string, string>> = {
    plain: text,
    escaped: unescaped(text),
    base64: decodedBase64(text),
    hex: decodedHex(text),
  };
  const numbers = Object.entries(forms).flatMap(([form, content]) =>
    numbersIn(content, sent).map((found) => `${name}, ${form}: ${found}`),
  );
  return [...numbers, ...secretsIn(text).map((found) => `${name}: ${found}`)];
}

function numbersIn(text: string, sent: SentNumbers): readonly string[] {
  return Array.from(text.matchAll(DIGITS)).flatMap(({ 0: run, index }) => {
    const number = windows(run.replace(/\D/g, "")).find((window) => sent.has(window));
    if (number === undefined) return [];
    return [`number of ${sent.get(number) ?? ""} in ${JSON.stringify(around(text, index, run.length))}`];
  });
}

function windows(run: string): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start + SHORTEST <= run.length; start += 1) {
    for (let length = SHORTEST; length <= LONGEST && start + length <= run.length; length += 1)
      found.push(run.slice(start, start + length));
  }
  return found;
}

function secretsIn(text: string): readonly string[] {
  return Object.entries(SECRET_PATTERNS).flatMap(([secret, pattern]) =>
    Array.from(text.matchAll(pattern), ({ index }) => {
      return `${secret} in ${JSON.stringify(around(text, index, secret.length))}`;
    }),
  );
}

function around(text: string, index: number, length: number): string {
  return text.slice(Math.max(0, index - AROUND), index + length + AROUND);
}
