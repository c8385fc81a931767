import { openLogStore } from "../../server/store/log-store.ts";
import { TAIL_SIZE } from "../../server/store/log/log-tail.ts";
import { RECENT_SIZE } from "../../server/store/tables/recent-orders.ts";
import { ORDERS_AND_THEIR_RECORDS, StoreUnavailable, type Store } from "../../server/store/store.ts";
import { realFileSystem } from "../../server/store/folder/file-system.ts";
import { LOCK_TIMING } from "../../server/store/folder/lock.ts";
import { LOG_FORMAT } from "../../server/store/lines/log-line.ts";
import { commitTo, type Commit } from "./plain-store.ts";
import { add, idsOf, KEY, refusalOf } from "./sample-orders.ts";

/** A process of its own for the tests: `store-process.ts <work> <folder>`. Tells on stdout what was confirmed. */
const WORKERS = 16;
const GARBAGE = { merchantId: "GARBAGE", orderId: "order" };

function tell(...words: readonly (string | number | boolean)[]): void {
  process.stdout.write(`${words.join(" ")}\n`);
}

function report(level: string, event: string): void {
  if (level !== "info") tell("logged", event);
}

/** A transaction, and a session of the same name that says which one was the last. */
function commitOf(orderId: string, step: number): Commit {
  const session = { kind: "session", id: orderId, value: { last: String(step) } } as const;
  const { merchantId } = KEY;
  return { merchantId, orderId, transactionId: String(step), note: "", records: [session] };
}

/** Commits without end, a few transactions per order, with resets that make compactions necessary. */
async function commitUntilKilled(store: Store, worker: number): Promise<never> {
  for (let step = 0; ; step += 1) {
    const orderId = `${process.pid}/${worker}/${Math.floor(step / 3)}`;
    tell("confirmed", orderId, await commitTo(store, commitOf(orderId, step)));
    if (worker > 0) continue;
    await add(store, GARBAGE, String(step), "x".repeat(20_000));
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
  }
}

/** Meets the limit of its file size, which the test has set, and goes on below it. */
async function meetFullDisk(store: Store): Promise<void> {
  await add(store, KEY, "before");
  const refusal = await refusalOf(add(store, KEY, "large", "x".repeat(16 << 20)));
  tell("refused", refusal instanceof StoreUnavailable, store.trouble() === undefined);
  await add(store, KEY, "after");
  tell("ids", (await idsOf(store, KEY))?.join() ?? "", store.trouble() === undefined);
  await store.close();
}

const WORK: Record<string, (store: Store) => Promise<unknown>> = {
  commit: (store) =>
    Promise.all(Array.from({ length: WORKERS }, (_, worker) => commitUntilKilled(store, worker))),
  "full-disk": meetFullDisk,
  hold: () => new Promise(() => setInterval(() => undefined, 60_000)),
};

const [work = "", folder = ""] = process.argv.slice(2);
const store = await openLogStore(
  { folder, log: report },
  {
    files: realFileSystem,
    format: LOG_FORMAT,
    compactAboveBytes: 200_000,
    recent: RECENT_SIZE,
    tail: TAIL_SIZE,
    lockTiming: LOCK_TIMING,
  },
);
tell("open");
await WORK[work]?.(store);
