import { signal } from "@preact/signals";
import { PAGES } from "./pages.ts";
import { go } from "./place.ts";

export const isHelpOpen = signal(false);

/** What each key does; pages add their own for as long as they are shown. */
const keys = new Map<string, () => void>([
  ["?", () => (isHelpOpen.value = !isHelpOpen.peek())],
  ...PAGES.map(
    ({ name }, index) =>
      [
        String(index + 1),
        () => {
          go({ page: name });
        },
      ] as const,
  ),
]);

/** Returns the function that takes them back. */
export function onKeys(own: Readonly<Record<string, () => void>>): () => void {
  for (const [key, act] of Object.entries(own)) keys.set(key, act);
  return () => {
    for (const key of Object.keys(own)) keys.delete(key);
  };
}

export function guardKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isHelpOpen.peek()) return;
    const isTyping =
      event.target instanceof HTMLElement && event.target.matches("input, select, textarea, .editor");
    if (isTyping && event.key !== "Escape") return;
    const act = keys.get(event.key);
    if (act === undefined) return;
    event.preventDefault();
    if (isTyping) event.target.blur();
    act();
  });
}
