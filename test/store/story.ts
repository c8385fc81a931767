import type { FileSystem } from "../../server/store/folder/file-system.ts";
import { ORDERS_AND_THEIR_RECORDS, type RecordChange, type Store } from "../../server/store/store.ts";
import type { LogFolder } from "./log-folder.ts";
import { commitTo, createPlainStore, everythingIn, type Commit } from "./plain-store.ts";

/** Merchants of the story. Resets of the first make the garbage that compaction removes. */
const MERCHANTS = ["ONE", "TWO"];

/** What a story did: the content that everyone was told of, and the content if the step under way took hold. */
export interface Told {
  readonly sure: unknown;
  readonly possible: unknown;
  readonly refused: number;
}

const STEPS = 24;
/** Small enough for several compactions in one story. */
const COMPACT_ABOVE_BYTES = 2500;

/** A fixed story of commits and resets, step by step; refused steps are left out of what was told. */
export async function tellStory(folder: LogFolder, files: FileSystem, endsAtRefusal: boolean): Promise<Told> {
  const done: number[] = [];
  let possible = contentAfter([]);
  let refused = 0;
  const store = await folder.open({ files, compactAboveBytes: COMPACT_ABOVE_BYTES }).catch(() => undefined);
  if (store === undefined) return { sure: possible, possible, refused };
  for (let step = 0; step < STEPS && !(endsAtRefusal && refused > 0); step += 1) {
    possible = contentAfter([...done, step]);
    await take(store, step).then(
      () => done.push(step),
      () => (refused += 1),
    );
  }
  await store.close().catch(() => undefined);
  return { sure: contentAfter(done), possible, refused };
}

export async function contentOfStory(folder: LogFolder): Promise<unknown> {
  const store = await folder.open();
  const content = await everythingIn(store, MERCHANTS);
  await store.close();
  return content;
}

function isReset(step: number): boolean {
  return step % 6 === 5;
}

function take(store: Store, step: number): Promise<unknown> {
  return isReset(step) ? store.reset("ONE", ORDERS_AND_THEIR_RECORDS) : commitTo(store, commitOf(step));
}

/** Most steps change an order and records at once; some only records. */
function commitOf(step: number): Commit {
  return {
    merchantId: step % 4 === 3 ? "TWO" : "ONE",
    orderId: step % 7 === 6 ? undefined : `order ${step % 3}`,
    transactionId: String(step),
    note: "x".repeat(300),
    records: recordsOf(step),
  };
}

function recordsOf(step: number): RecordChange[] {
  const session = { kind: "session", id: "session", value: { step } } as const;
  const token = {
    kind: "token",
    id: `token ${step % 2}`,
    value: step % 3 === 2 ? undefined : { step },
  } as const;
  const clock = { kind: "clock", id: "", value: { step } } as const;
  return step % 5 === 4 ? [session, clock, token] : [session, token];
}

function contentAfter(steps: readonly number[]): unknown {
  const plain = createPlainStore();
  for (const step of steps) {
    if (isReset(step)) plain.reset("ONE", ORDERS_AND_THEIR_RECORDS);
    else plain.commit(commitOf(step));
  }
  return plain.content(MERCHANTS);
}
