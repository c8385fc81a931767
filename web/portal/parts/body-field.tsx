import type { Signal } from "@preact/signals";
import type { VNode } from "preact";

const ROWS_MAX = 20;

/** The body of a request, to be edited as text. */
export function BodyField({ text }: { readonly text: Signal<string> }): VNode {
  return (
    <label>
      Body
      <textarea
        class="digits"
        rows={Math.min(ROWS_MAX, text.value.split("\n").length + 1)}
        spellcheck={false}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
    </label>
  );
}
