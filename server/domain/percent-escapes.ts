/** A text with its percent-escapes read (RFC 3986 section 2.1). */
export interface Unescaped {
  readonly text: string;
  /** Where each of its characters stands in the text as it was written; one more for its end. */
  readonly places: readonly number[];
}

/** Each by itself, whatever stands around it. Those of other characters than ASCII count as one that is no letter. */
const ESCAPES = /%([0-7][0-9a-f])|(?:%[89a-f][0-9a-f])+/gi;

/** Those that were escaped again, however often: `%35`, `%2535`, `%252535`. */
const DEEP_ESCAPES = /%(?:25)*([0-7][0-9a-f])|(?:%(?:25)*[89a-f][0-9a-f])+/gi;

const NO_ASCII = "\u00b7";

/** One round of escapes read; undefined when the text has none. */
export function unescaped(text: string): Unescaped | undefined {
  return text.includes("%") ? read(text, ESCAPES) : undefined;
}

/** All rounds read at once; undefined when the text has no escape. */
export function deeplyUnescaped(text: string): Unescaped | undefined {
  return text.includes("%") ? read(text, DEEP_ESCAPES) : undefined;
}

function read(text: string, escapes: RegExp): Unescaped | undefined {
  const places: number[] = [];
  let [meant, done] = ["", 0];
  for (const { 0: escape, 1: code, index } of text.matchAll(escapes)) {
    meant += text.slice(done, index);
    while (done <= index) places.push(done++);
    meant += code === undefined ? NO_ASCII : String.fromCharCode(Number.parseInt(code, 16));
    done = index + escape.length;
  }
  if (done === 0) return undefined;
  meant += text.slice(done);
  while (done <= text.length) places.push(done++);
  return { text: meant, places };
}
