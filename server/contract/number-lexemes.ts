import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";

/** A JSON text or a JSON number; texts are matched so that digits inside them are passed over. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The body that the JSON text means, but every number as the text that was written: 10.50 is "10.50". */
export function lexemesOf(text: string): Json {
  const quoted = text.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
  return JSON.parse(quoted) as Json;
}

/** The body with the numbers at these JSON pointers as the texts that `lexemes`, its twin, has there. */
export function numbersAsText(
  body: Json,
  lexemes: Json | undefined,
  pointers: ReadonlySet<string>,
  at = "",
): Json {
  if (typeof body === "number" && pointers.has(at))
    return typeof lexemes === "string" ? lexemes : String(body);
  if (Array.isArray(body)) {
    const twins = Array.isArray(lexemes) ? (lexemes as readonly Json[]) : [];
    return body.map((element: Json, index) =>
      numbersAsText(element, twins[index], pointers, `${at}/${index}`),
    );
  }
  if (!isObject(body)) return body;
  const twin = isObject(lexemes) ? lexemes : {};
  const entries = Object.entries(body).map(([name, member]) => {
    const pointer = `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [name, member === undefined ? member : numbersAsText(member, twin[name], pointers, pointer)];
  });
  return Object.fromEntries(entries) as Json;
}
