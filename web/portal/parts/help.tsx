import type { VNode } from "preact";
import { openDialog } from "../state/keys.ts";
import { PAGES } from "../state/pages.ts";
import { chooseTimes, TIME_STYLE_NAMES, TIME_STYLES, timeStyle } from "../state/times.ts";
import { Dialog } from "./dialog.tsx";

const KEYS = [
  ["Ctrl K, ⌘ K", "Go to anything: pages, orders, exchanges, actions"],
  [`1 to ${PAGES.length}`, PAGES.map(({ title }) => title).join(", ")],
  ["/", "Search"],
  ["j k", "Next and previous row"],
  ["p", "Pause or go on"],
  ["n", "Show what is new"],
  ["Esc", "Close the detail, leave a field"],
  ["?", "This help"],
] as const;

/** Opens the keys and times. */
export function HelpButton(): VNode {
  return (
    <button
      type="button"
      class="small help"
      aria-label="Keys and times"
      onClick={() => (openDialog.value = "help")}
    >
      ?
    </button>
  );
}

/** Keys, and how times are shown. */
export function Help(): VNode {
  return (
    <Dialog name="help" label="Keys and times">
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <h2>Times</h2>
      {TIME_STYLE_NAMES.map((style) => (
        <label key={style} class="choice">
          <input
            type="radio"
            name="times"
            checked={timeStyle.value === style}
            onChange={() => {
              chooseTimes(style);
            }}
          />
          {TIME_STYLES[style]}
        </label>
      ))}
      <button type="button" onClick={() => (openDialog.value = undefined)}>
        Close
      </button>
    </Dialog>
  );
}
