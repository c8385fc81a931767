/** What may come next: a value, a member's name, the colon behind it, or what follows a whole value. */
type Expected = "value" | "value-or-end" | "name" | "name-or-end" | "colon" | "after-value";

/** `string` may be a name or a value, `word` is a number, true, false or null. */
type Kind = "{" | "}" | "[" | "]" | "," | ":" | "string" | "word";

interface Token {
  readonly kind: Kind;
  /** Behind its last character that could still be JSON. */
  readonly end: number;
  readonly whole: boolean;
}

/** The first character that no JSON text has there; undefined: the text ends too early. */
export interface JsonFault {
  readonly character: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** Where JSON text stops being JSON, in the gateway's words. */
export function jsonFault(text: string): string {
  const { character, line, column } = jsonFaultOf(text);
  if (character === undefined) return "Unexpected end of the payload";
  return `Unexpected character '${character}' at [character ${column} line ${line}]`;
}

/**
 * Where JSON text stops being JSON. Only this one character is told, never what stands around it.
 */
export function jsonFaultOf(text: string): JsonFault {
  const open: Kind[] = [];
  let expected: Expected | undefined = "value";
  let offset = 0;
  for (;;) {
    offset = runEnd(/[ \t\r\n]*/y, text, offset);
    const token = tokenAt(text, offset);
    expected = token && next(expected, token.kind, open);
    if (token === undefined || expected === undefined) return faultAt(text, offset);
    offset = token.end;
    if (!token.whole) return faultAt(text, offset);
  }
}

/** Undefined where no token can begin. */
function tokenAt(text: string, offset: number): Token | undefined {
  const first = text.charAt(offset);
  if (first === "") return undefined;
  if ("{}[],:".includes(first)) return { kind: first as Kind, end: offset + 1, whole: true };
  if (first === '"') return stringAt(text, offset);
  if (/[-\d]/.test(first)) return numberAt(text, offset);
  return wordAt(text, offset);
}

function stringAt(text: string, offset: number): Token {
  // Every character but controls, the quote and the backslash, or an escape.
  const end = runEnd(/"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y, text, offset);
  if (text.charAt(end) === '"') return { kind: "string", end: end + 1, whole: true };
  return { kind: "string", end: runEnd(/(?:\\(?:u[0-9a-fA-F]{0,3})?)?/y, text, end), whole: false };
}

function numberAt(text: string, offset: number): Token {
  const end = runEnd(/-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?)?/y, text, offset);
  return { kind: "word", end, whole: /\d/.test(text.charAt(end - 1)) };
}

function wordAt(text: string, offset: number): Token | undefined {
  const word = ["true", "false", "null"].find((known) => known.startsWith(text.charAt(offset)));
  if (word === undefined) return undefined;
  let length = 1;
  while (length < word.length && text.charAt(offset + length) === word.charAt(length)) length += 1;
  return { kind: "word", end: offset + length, whole: length === word.length };
}

/** Where the match at this very place ends. */
function runEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return offset + (pattern.exec(text)?.[0].length ?? 0);
}

/** What is expected behind a token; undefined when the token is not. `open` is kept up to date. */
function next(expected: Expected, kind: Kind, open: Kind[]): Expected | undefined {
  const takesValue = expected.startsWith("value");
  if (kind === "string" && expected.startsWith("name")) return "colon";
  if (kind === "string" || kind === "word") return takesValue ? "after-value" : undefined;
  if (kind === ":") return expected === "colon" ? "value" : undefined;
  if (kind === ",") return afterComma(expected, open.at(-1));
  if (kind === "}" || kind === "]") return afterClose(expected, kind, open);
  if (!takesValue) return undefined;
  open.push(kind);
  return kind === "{" ? "name-or-end" : "value-or-end";
}

function afterComma(expected: Expected, opener: Kind | undefined): Expected | undefined {
  if (expected !== "after-value" || opener === undefined) return undefined;
  return opener === "{" ? "name" : "value";
}

function afterClose(expected: Expected, kind: "}" | "]", open: Kind[]): Expected | undefined {
  const [opener, orEnd] = kind === "}" ? (["{", "name-or-end"] as const) : (["[", "value-or-end"] as const);
  if ((expected !== "after-value" && expected !== orEnd) || open.at(-1) !== opener) return undefined;
  open.pop();
  return "after-value";
}

function faultAt(text: string, offset: number): JsonFault {
  const character = text.codePointAt(offset);
  const lines = text.slice(0, offset).split("\n");
  return {
    character: character === undefined ? undefined : String.fromCodePoint(character),
    line: lines.length,
    column: (lines.at(-1) ?? "").length + 1,
  };
}
