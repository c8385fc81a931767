import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isHelpOpen } from "../state/keys.ts";
import { PAGES } from "../state/pages.ts";
import { chooseTimes, TIME_STYLES, timeStyle } from "../state/times.ts";
import type { TimeStyle } from "../state/times.ts";

const KEYS = [
  [`1 to ${PAGES.length}`, PAGES.map(({ title }) => title).join(", ")],
  ["/", "Search"],
  ["j k", "Next and previous row"],
  ["p", "Pause or go on"],
  ["n", "Show what is new"],
  ["Esc", "Close the detail, leave a field"],
  ["?", "This help"],
] as const;

const TIMES: Readonly<Record<TimeStyle, string>> = {
  local: "This machine's time",
  utc: "UTC",
  ago: "How long ago",
};

/** Keys, and how times are shown. */
export function Help(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isHelpOpen.value]);
  return (
    <>
      <button
        type="button"
        class="help"
        aria-label="Keys and times"
        onClick={() => (isHelpOpen.value = true)}
      >
        ?
      </button>
      <dialog ref={dialog} aria-label="Keys and times" onClose={() => (isHelpOpen.value = false)}>
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
        {TIME_STYLES.map((style) => (
          <label key={style} class="choice">
            <input
              type="radio"
              name="times"
              checked={timeStyle.value === style}
              onChange={() => {
                chooseTimes(style);
              }}
            />
            {TIMES[style]}
          </label>
        ))}
        <button type="button" onClick={() => (isHelpOpen.value = false)}>
          Close
        </button>
      </dialog>
    </>
  );
}
