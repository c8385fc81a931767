import { randomBytes } from "node:crypto";
import type { Found, Store } from "../../server/store/store.ts";

/** A store whose work has been run before, on the same, when it counts. */
export function runningTwice(store: Store): Store {
  return {
    ...store,
    transact: (key, work) =>
      store.transact(key, (found) => {
        try {
          work(found);
        } catch {
          // So it will be again.
        }
        return work(found);
      }),
  };
}

/** What one piece of work came to in both its runs, as text. */
export interface RepeatedWork {
  readonly first: string;
  readonly second: string;
}

/** For a sandbox whose works are all run twice on the same, with the same random bytes, and watched. */
export interface WatchedWork {
  readonly works: readonly RepeatedWork[];
  readonly around: (store: Store) => Store;
  readonly random: (length: number) => Uint8Array;
}

export function watchedWork(): WatchedWork {
  const works: RepeatedWork[] = [];
  let drawn: Uint8Array[] = [];
  let again: Uint8Array[] = [];
  const watching = (store: Store): Store => ({
    ...store,
    transact: (key, work) =>
      store.transact(key, (found) => {
        const kept = deepFreeze(found);
        drawn = [];
        const first = textOf(work(kept));
        again = drawn;
        const done = work(kept);
        again = [];
        works.push({ first, second: textOf(done) });
        return done;
      }),
  });
  return {
    works,
    around: watching,
    random: (length) => {
      const bytes = again.shift() ?? randomBytes(length);
      drawn.push(bytes);
      return bytes;
    },
  };
}

function textOf(done: unknown): string {
  return JSON.stringify(done, (_name, value: unknown) =>
    value instanceof Error ? [value.message, Object.entries(value)] : value,
  );
}

/** Nothing that was found can be changed by the work. */
function deepFreeze(found: Found): Found {
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };
  freeze(found);
  return found;
}
