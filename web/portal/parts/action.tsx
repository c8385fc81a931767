import type { VNode } from "preact";
import { ask, attempt, curlOf } from "../state/api.ts";
import { Copy, tell } from "./copy.tsx";

interface ActionProps {
  readonly name: string;
  /** What it is done to, for those who do not see where the button stands. */
  readonly what?: string;
  readonly method: "DELETE" | "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
  /** Also called when it was refused: what is shown may be older than the refusal. */
  readonly onDone: () => unknown;
}

/** A button that asks the control API to do something, beside the command that does the same. */
export function Action({ name, what = "", method, path, body, onDone }: ActionProps): VNode {
  const act = (): Promise<void> =>
    attempt(async () => {
      try {
        await ask(path, method, body);
        tell(`${name}: done`);
      } finally {
        onDone();
      }
    });
  const full = what === "" ? name : `${name} ${what}`;
  return (
    <span class="action">
      <button type="button" class="small main" aria-label={full} onClick={() => void act()}>
        {name}
      </button>
      <Copy text={curlOf(method, path, body)} what={`the command for ${full}`}>
        Command
      </Copy>
    </span>
  );
}
