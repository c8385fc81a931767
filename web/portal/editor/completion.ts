import type { CompletionSource } from "@codemirror/autocomplete";
import { namesBelow, valuesAt } from "./schema-words.ts";
import type { Schema } from "./schema-words.ts";
import { placeAtEnd } from "./yaml-place.ts";

/** Completes names and values from the schema of the file. */
export function completingBy(schema: Schema): CompletionSource {
  return (context) => {
    const { state, pos, explicit } = context;
    const word = context.matchBefore(/[\w-]+/);
    if (word === null && !explicit) return null;
    const from = word?.from ?? pos;
    const { path, isValue } = placeAtEnd(state.doc.sliceString(0, from));
    const words = isValue ? valuesAt(schema, path) : namesBelow(schema, path);
    if (words.length === 0) return null;
    return {
      from,
      validFor: /^[\w-]*$/,
      options: words.map(({ text, meaning }) => ({
        label: text,
        ...(meaning !== undefined && { info: meaning }),
        ...(!isValue && { apply: `${text}: ` }),
      })),
    };
  };
}
