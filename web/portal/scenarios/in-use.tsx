import type { VNode } from "preact";
import { Action } from "../parts/action.tsx";
import type { ScenarioChoice } from "../state/answers.ts";
import { rootOf, useLoaded } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";

/** Whether a file that is saved decides for the merchant; if not, a button that lets it decide before the others. */
export function InUse({ name }: { readonly name: string }): VNode | undefined {
  const path = `${rootOf(merchant.value)}/scenarios`;
  const { value, reload } = useLoaded<ScenarioChoice>(path);
  if (value === undefined) return undefined;
  if (value.scenarios.includes(name)) return <p class="soft">This file decides for {merchant.value}.</p>;
  return (
    <div class="notice">
      <p>{merchant.value} does not use this file yet, so that its rules decide nothing.</p>
      <Action
        name="Use it first"
        what={name}
        method="PUT"
        path={path}
        body={{ scenarios: [name, ...value.scenarios] }}
        onDone={reload}
      />
    </div>
  );
}
