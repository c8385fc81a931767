import { SECRET_PATTERNS } from "./marks.ts";
import type { SentNumbers } from "./marks.ts";

/** One place to search: a name for the report and everything that is there. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

const SHORTEST = 13;
const LONGEST = 19;
const AROUND = 60;

/** What was found, each with where it came from and what stands around it. */
export function leaksIn({ name, text }: Place, sent: SentNumbers): readonly string[] {
  const forms: Readonly<Record<string, string>> = {
    plain: text,
    grouped: text.replace(/(?<=\d)[ -](?=\d)/g, ""),
    base64: decodedRuns(text, /[\w+/-]{18,}/g, decodedBase64),
    hex: decodedRuns(text, /(?:3\d){13,}/g, (run) => Buffer.from(run, "hex").toString("latin1")),
    URL: text.includes("%3") ? text.replace(/%3(\d)/g, "$1") : "",
  };
  const numbers = Object.entries(forms).flatMap(([form, content]) =>
    numbersIn(content, sent).map((found) => `${name}, ${form}: ${found}`),
  );
  return [...numbers, ...secretsIn(text).map((found) => `${name}: ${found}`)];
}

function numbersIn(text: string, sent: SentNumbers): readonly string[] {
  return Array.from(text.matchAll(/\d{13,}/g)).flatMap(({ 0: run, index }) => {
    const number = windows(run).find((window) => sent.has(window));
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

function decodedRuns(text: string, pattern: RegExp, decode: (run: string) => string): string {
  return Array.from(text.matchAll(pattern), ([run]) => decode(run)).join("\n");
}

/** A run of Base64 may begin before the number does: so it is read from each of four characters on. */
function decodedBase64(run: string): string {
  return [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1")).join("\n");
}
