import type { VNode } from "preact";
import { signal } from "@preact/signals";

const toast = signal<string | undefined>(undefined);
let fading: number | undefined;

/** Says something for a moment, also to those who listen. */
export function tell(words: string): void {
  toast.value = words;
  clearTimeout(fading);
  fading = setTimeout(() => (toast.value = undefined), 2_500);
}

/** It is always there: what listens for it does not hear what comes together with its words. */
export function Toast(): VNode {
  return (
    <p class="toast" role="status">
      {toast.value}
    </p>
  );
}

export async function copy(text: string, what: string): Promise<void> {
  // Browsers give the clipboard only to pages over TLS or of this machine.
  if (!isSecureContext) return void prompt(`Copy ${what}`, text);
  await navigator.clipboard.writeText(text);
  tell(`Copied ${what}`);
}

interface CopyProps {
  readonly text: string;
  /** What is copied, for those who do not see where the button stands. */
  readonly what: string;
  /** What stands on the button. */
  readonly children?: string;
}

export function Copy({ text, what, children }: CopyProps): VNode {
  return (
    <button
      type="button"
      class="small"
      aria-label={children === undefined ? `Copy ${what}` : `${children}: copy ${what}`}
      onClick={() => void copy(text, what)}
    >
      {children ?? "Copy"}
    </button>
  );
}

/** An address or a name in capitals, which goes on in the next line between its words. */
export function breakable(text: string): readonly (VNode | string)[] {
  return text.split(/(?<=_|\/\/)|(?<=[^/:])(?=\/)/).flatMap((word, index) => [<wbr key={index} />, word]);
}
