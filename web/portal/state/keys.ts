import { signal } from "@preact/signals";
import { PAGES } from "./pages.ts";
import { go } from "./place.ts";

export type DialogName = "help" | "palette";

/** What stands before the page. */
export const openDialog = signal<DialogName | undefined>(undefined);

/** What each key does; pages add their own for as long as they are shown. */
const keys = new Map<string, () => void>([
  ["?", () => (openDialog.value = "help")],
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
    if (isPaletteKey(event)) {
      event.preventDefault();
      openDialog.value = openDialog.peek() === "palette" ? undefined : "palette";
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || openDialog.peek() !== undefined) return;
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

/** Also while somebody types. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey;
}
