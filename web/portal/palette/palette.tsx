import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../parts/dialog.tsx";
import type { ScenarioFiles } from "../state/answers.ts";
import { openDialog } from "../state/keys.ts";
import { useLoaded } from "../state/loaded.ts";
import { entriesFor } from "./entries.ts";
import type { Entry } from "./entries.ts";

/** Leads to every page, order and exchange, and does what pages do, by a few letters and the keyboard alone. */
export function Palette(): VNode {
  return (
    <Dialog name="palette" label="Go to">
      <Chooser />
    </Dialog>
  );
}

function Chooser(): VNode {
  const typed = useSignal("");
  const at = useSignal(0);
  const list = useRef<HTMLUListElement>(null);
  const { value } = useLoaded<Pick<ScenarioFiles, "files">>("/v1/scenarios");
  const entries = entriesFor(typed.value, value?.files.map(({ name }) => name) ?? []);
  const chosen = Math.min(at.value, entries.length - 1);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const onKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) choose(entries[chosen]);
    else at.value = (chosen + step + entries.length) % entries.length;
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Page, order, card, scenario or action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${chosen}`}
        autocomplete="off"
        spellcheck={false}
        placeholder="Page, order, card, scenario or action …"
        value={typed.value}
        onKeyDown={onKey}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          at.value = 0;
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="What is meant" ref={list}>
        {entries.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.words}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => {
              choose(entry);
            }}
          >
            <span>{entry.words}</span> <span class="soft">{entry.kind}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Closed first, as what is chosen may open something else. */
function choose(entry: Entry | undefined): void {
  openDialog.value = undefined;
  entry?.act();
}
