import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import type { Json } from "../../../server/domain/json.ts";
import type { Change } from "../../../server/domain/record/correction.ts";
import { Copy } from "./copy.tsx";
import { linesOf } from "./json-lines.ts";
import type { Line } from "./json-lines.ts";

interface JsonViewProps {
  readonly title: string;
  readonly value: Json | undefined;
  /** Members that something is wrong with, or that were mended. */
  readonly marks?: readonly Change[];
}

/** A body, with its members marked; raw as it can be sent, or laid out for people. */
export function JsonView({ title, value, marks = [] }: JsonViewProps): VNode {
  const isRaw = useSignal(false);
  const pretty = JSON.stringify(value, undefined, 2);
  return (
    <figure class="json">
      <figcaption>
        <span>{title}</span>
        <button
          type="button"
          class="small"
          aria-pressed={isRaw.value}
          onClick={() => (isRaw.value = !isRaw.value)}
        >
          Raw
        </button>
        <Copy text={pretty} what={title} />
      </figcaption>
      <pre tabIndex={0} aria-label={title}>
        {isRaw.value
          ? JSON.stringify(value)
          : linesOf(value, marks).map((line, index) => <JsonLine key={index} line={line} />)}
      </pre>
    </figure>
  );
}

const SIGNS = { added: "+", mended: "✓", open: "?", removed: "−", replaced: "!" } as const;

function JsonLine({ line: { depth, name, text, kind, mark } }: { readonly line: Line }): VNode {
  return (
    <span class={mark === undefined ? "line" : `line marked ${mark.kind}`}>
      <span class="sign" aria-hidden="true">
        {mark === undefined ? " " : SIGNS[mark.kind]}
      </span>
      <span class="indent">{"  ".repeat(depth)}</span>
      <span>
        {name === undefined ? undefined : <span class="name">{name}: </span>}
        <span class={kind}>{text}</span>
        {mark === undefined ? undefined : <span class="remark"> {mark.message}</span>}
      </span>
    </span>
  );
}
