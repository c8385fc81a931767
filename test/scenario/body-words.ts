import type { Json, JsonObject } from "../../server/domain/json.ts";

/** The body of these members: 'customer.email=a@b.example; order.item[0].quantity=2; order.custom="2"'. */
export function bodyOf(words = ""): JsonObject {
  const body = {};
  for (const part of partsOf(words)) {
    const [path = "", value = ""] = part.split(/=(.*)/s);
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    put(body, steps, jsonOf(value));
  }
  return body;
}

/** Steps of digits only are places in a list. */
function put(into: Record<string, unknown>, [step = "", ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    into[step] = value;
    return;
  }
  into[step] ??= /^\d+$/.test(rest[0] ?? "") ? [] : {};
  put(into[step] as Record<string, unknown>, rest, value);
}

/** A number, a boolean, a quoted text; all else is a text as it stands there. */
function jsonOf(word: string): Json {
  return /^(-?\d+(\.\d+)?|true|false|null|".*"|\{\}|\[\])$/.test(word) ? (JSON.parse(word) as Json) : word;
}

export function partsOf(words: string): readonly string[] {
  return words
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
