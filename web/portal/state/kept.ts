import { effect, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";

/** A value that this browser keeps; one that it cannot read counts as none. */
export function kept<T>(name: string, none: T): Signal<T> {
  const key = `gateway-sandbox.${name}`;
  const value = signal(read(key) ?? none);
  effect(() => {
    localStorage.setItem(key, JSON.stringify(value.value));
  });
  return value;

  function read(from: string): T | undefined {
    try {
      return JSON.parse(localStorage.getItem(from) ?? "null") as T | undefined;
    } catch {
      return undefined;
    }
  }
}
