import type { FileSystem } from "../../server/store/file-system.ts";
import type { Store } from "../../server/store/store.ts";
import type { LogFolder } from "./log-folder.ts";
import { add, contentOf } from "./sample-orders.ts";

/** Merchants of the story. Resets of the first make the garbage that compaction removes. */
export const MERCHANTS = ["ONE", "TWO"];

type Content = readonly (readonly (readonly string[])[])[];

/** What a story did: the content that everyone was told of, and the content if the step under way took hold. */
export interface Told {
  readonly sure: Content;
  readonly possible: Content;
  readonly refused: number;
}

const STEPS = 24;
/** Small enough for several compactions in one story. */
const COMPACT_ABOVE_BYTES = 2500;

/** A fixed story of commits and resets, step by step; refused steps are left out of what was told. */
export async function tellStory(folder: LogFolder, files: FileSystem, endsAtRefusal: boolean): Promise<Told> {
  let told: Told = { sure: [[], []], possible: [[], []], refused: 0 };
  const store = await folder.open({ files, compactAboveBytes: COMPACT_ABOVE_BYTES }).catch(() => undefined);
  if (store === undefined) return told;
  for (let step = 0; step < STEPS && !(endsAtRefusal && told.refused > 0); step += 1) {
    const possible = after(told.sure, step);
    const isDone = await take(store, step).then(
      () => true,
      () => false,
    );
    told = isDone ? { ...told, sure: possible, possible } : { ...told, possible, refused: told.refused + 1 };
  }
  await store.close().catch(() => undefined);
  return told;
}

export async function contentOfStory(folder: LogFolder): Promise<unknown> {
  const store = await folder.open();
  const content = await contentOf(store, MERCHANTS);
  await store.close();
  return content;
}

function isReset(step: number): boolean {
  return step % 6 === 5;
}

function merchantOf(step: number): number {
  return step % 4 === 3 ? 1 : 0;
}

function orderOf(step: number): string {
  return `order ${step % 3}`;
}

async function take(store: Store, step: number): Promise<unknown> {
  if (isReset(step)) return store.reset("ONE");
  const key = { merchantId: MERCHANTS[merchantOf(step)] ?? "", orderId: orderOf(step) };
  return add(store, key, String(step), "x".repeat(300));
}

function after(content: Content, step: number): Content {
  if (isReset(step)) return content.with(0, []);
  const orders = content[merchantOf(step)] ?? [];
  const place = orders.findIndex(([orderId]) => orderId === orderOf(step));
  const changed =
    place < 0
      ? [...orders, [orderOf(step), String(step)]]
      : orders.with(place, [...(orders[place] ?? []), String(step)]);
  return content.with(merchantOf(step), changed);
}
