import type { VNode } from "preact";
import { Action } from "../parts/action.tsx";
import type { ScenarioChoice, ScenarioFiles } from "../state/answers.ts";
import { rootOf } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";

interface ChoiceProps {
  readonly files: ScenarioFiles;
  readonly choice: ScenarioChoice;
  readonly onDone: () => void;
}

const CHOSEN_BY = {
  "control-api": "chosen here or by the control API",
  "merchant-file": "chosen by the merchants file",
  settings: "chosen by the settings",
} as const;

/** The files that decide for this merchant, in the order in which they are asked, and the others. */
export function Choice({ files, choice, onDone }: ChoiceProps): VNode {
  const { scenarios: active, chosenBy, prefer } = choice;
  const titles = new Map(files.files.map(({ name, title }) => [name, title]));
  const others = [...titles.keys(), ...files.shipped].filter((name) => !active.includes(name));
  const path = `${rootOf(merchant.value)}/scenarios`;
  const change = (name: string, what: string, scenarios: readonly string[]): VNode => (
    <Action name={name} what={what} method="PUT" path={path} body={{ scenarios }} onDone={onDone} />
  );
  return (
    <section class="sheet entry" aria-label="Active files">
      <h2>Active files</h2>
      <p class="soft">
        {`These are asked in this order, ${CHOSEN_BY[chosenBy]}. `}
        {prefer === "allow"
          ? "A request may choose others with the header Prefer: scenario=NAME."
          : "The header Prefer is ignored."}
      </p>
      {active.length === 0 ? <p>No file is active.</p> : undefined}
      <ol class="plain">
        {active.map((name, index) => (
          <li key={name} class="item">
            <Name name={name} title={titles.get(name)} />
            <span class="tools">
              {index === 0 ? undefined : change("Ask first", name, [name, ...without(active, name)])}
              {change("Leave out", name, without(active, name))}
            </span>
          </li>
        ))}
      </ol>
      {chosenBy === "control-api" ? (
        <Action name="Undo the choice" method="DELETE" path={path} onDone={onDone} />
      ) : undefined}
      <h3>Others</h3>
      <ul class="plain">
        {others.map((name) => (
          <li key={name} class="item">
            <Name name={name} title={titles.get(name)} />
            {change("Use", name, [...active, name])}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Name({ name, title }: { readonly name: string; readonly title: string | undefined }): VNode {
  return (
    <span>
      <b class="digits">{name}</b> <span class="soft">{title === name ? "" : title}</span>
    </span>
  );
}

function without(names: readonly string[], name: string): readonly string[] {
  return names.filter((other) => other !== name);
}
