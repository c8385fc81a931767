/** The next token of JSON text: white space, then a mark, a string, a number or a word. */
const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** What may come next: a value, a member's name, the colon behind it, or what follows a whole value. */
type Expected = "value" | "value-or-end" | "name" | "name-or-end" | "colon" | "after-value";

interface Place {
  readonly expected: Expected;
  /** The brackets that are open. */
  readonly open: string;
}

/**
 * Where JSON text stops being JSON, in the gateway's words. Only the one character at that place is told, never
 * what stands around it.
 */
export function jsonFault(text: string): string {
  let place: Place = { expected: "value", open: "" };
  let offset = 0;
  for (;;) {
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    const next = match && step(place, match);
    if (!match || !next) return describe(text, offset);
    place = next;
    offset = TOKEN.lastIndex;
  }
}

function step({ expected, open }: Place, match: RegExpExecArray): Place | undefined {
  const [, mark, string] = match;
  const takesValue = expected === "value" || expected === "value-or-end";
  if (mark === undefined && string !== undefined && expected.startsWith("name"))
    return { expected: "colon", open };
  if (mark === undefined) return takesValue ? { expected: "after-value", open } : undefined;
  if (mark === "{") return takesValue ? { expected: "name-or-end", open: `${open}{` } : undefined;
  if (mark === "[") return takesValue ? { expected: "value-or-end", open: `${open}[` } : undefined;
  if (mark === ":") return expected === "colon" ? { expected: "value", open } : undefined;
  if (mark === ",") return afterComma(expected, open);
  return afterClose(expected, open, mark === "}" ? "{" : "[");
}

function afterComma(expected: Expected, open: string): Place | undefined {
  if (expected !== "after-value" || open === "") return undefined;
  return { expected: open.endsWith("{") ? "name" : "value", open };
}

function afterClose(expected: Expected, open: string, opener: string): Place | undefined {
  const mayEnd = expected === "after-value" || expected === (opener === "{" ? "name-or-end" : "value-or-end");
  return mayEnd && open.endsWith(opener) ? { expected: "after-value", open: open.slice(0, -1) } : undefined;
}

function describe(text: string, from: number): string {
  const offset = from + (/^[ \t\r\n]*/.exec(text.slice(from))?.[0].length ?? 0);
  const character = text.slice(offset)[Symbol.iterator]().next();
  if (character.done === true) return "Unexpected end of the payload";
  const lines = text.slice(0, offset).split("\n");
  const column = (lines.at(-1) ?? "").length + 1;
  return `Unexpected character '${character.value}' at [character ${column} line ${lines.length}]`;
}
