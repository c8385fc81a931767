import { reasonOf } from "../../domain/thrown.ts";
import type { StoreLog } from "../store-log.ts";
import { StoreUnavailable } from "../store.ts";
import { type Undo, undoAll } from "../tables/order-table.ts";

/** Changes that are written and synced together. */
interface Batch {
  readonly number: number;
  readonly undo: Undo[];
  readonly onDisk: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: StoreUnavailable) => void;
}

/** Where batches are written. Every function begins its work at once, before it gives way to others. */
export interface BatchWriter {
  /** Writes and syncs the lines that changes have put since the last time. */
  write(): Promise<void>;
  /** Tries whether it could write and sync, and changes nothing. */
  tryRoom(): Promise<void>;
  /** Forgets every line that is not on disk. */
  forget(): void;
}

/**
 * Many changes, one append and one sync: while a batch is being written, the next one collects. Changes are made
 * in memory at once and undone when their batch fails, along with those behind it, which have seen them.
 */
export interface GroupCommit {
  /**
   * Makes the change, which puts its line for the writer and is made in memory at once, as part of the batch whose
   * number it is given, and leaves behind the others what takes it back; resolves when it is on disk.
   */
  add(change: Change): Promise<void>;
  /** Resolves when the batch is on disk; undefined: it is. */
  covering(batch: number): Promise<void> | undefined;
  healthy(): boolean;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
}

export type Change = (batch: number, undo: Undo[]) => void;

/** The batches of a group commit; there are never more than these two that are not on disk. */
interface Batches {
  readonly writer: BatchWriter;
  readonly log: StoreLog;
  collecting: Batch;
  inFlight: Batch | undefined;
  writing: boolean;
  running: Promise<void>;
  healthy: boolean;
}

export function createGroupCommit(writer: BatchWriter, log: StoreLog): GroupCommit {
  const batches: Batches = {
    writer,
    log,
    collecting: createBatch(1),
    inFlight: undefined,
    writing: false,
    running: Promise.resolve(),
    healthy: true,
  };
  return {
    add: (change) => add(batches, change),
    covering: (number) => {
      const { inFlight, collecting } = batches;
      if (number === collecting.number) return collecting.onDisk;
      return number === inFlight?.number ? inFlight.onDisk : undefined;
    },
    healthy: () => {
      if (!batches.healthy && !batches.writing) batches.running = probe(batches);
      return batches.healthy;
    },
    idle: () => batches.running,
  };
}

function add(batches: Batches, change: Change): Promise<void> {
  const batch = batches.collecting;
  change(batch.number, batch.undo);
  if (!batches.writing) batches.running = writeAll(batches);
  return batch.onDisk;
}

/** Tries to write, without changing anything; what comes meanwhile is written behind it, whatever it came to. */
async function probe(batches: Batches): Promise<void> {
  batches.writing = true;
  try {
    await batches.writer.tryRoom();
    succeed(batches);
  } catch {
    // As before: whoever asks sees that it is not healthy, and the log said why when it began.
  }
  await writeAll(batches);
}

async function writeAll(batches: Batches): Promise<void> {
  batches.writing = true;
  while (batches.collecting.undo.length > 0) {
    await gathered(batches.collecting);
    const batch = batches.collecting;
    batches.inFlight = batch;
    batches.collecting = createBatch(batch.number + 1);
    try {
      await batches.writer.write();
      succeed(batches);
      batch.resolve();
    } catch (error) {
      fail(batches, batch, error);
    }
  }
  batches.writing = false;
}

/** What is at hand by then is written. */
const TURNS_MAX = 4;

/**
 * Requests come a few in each turn of the event loop, and a sync costs the same however many share it: a batch is
 * written when a turn has brought nothing more to it (docs/decisions/0009-speed.md).
 */
async function gathered({ undo }: Batch): Promise<void> {
  let before = 0;
  for (let turn = 0; turn < TURNS_MAX && undo.length > before; turn += 1) {
    before = undo.length;
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function succeed(batches: Batches): void {
  if (!batches.healthy) batches.log("info", "store-writes-again", {});
  batches.healthy = true;
  batches.inFlight = undefined;
}

function fail(batches: Batches, batch: Batch, error: unknown): void {
  if (batches.healthy) batches.log("error", "store-cannot-write", { reason: reasonOf(error) });
  batches.healthy = false;
  const behind = batches.collecting;
  batches.inFlight = undefined;
  batches.collecting = createBatch(behind.number + 1);
  undoAll([...batch.undo, ...behind.undo]);
  batches.writer.forget();
  const unavailable = new StoreUnavailable(`the store cannot write now: ${reasonOf(error)}`, {
    cause: error,
  });
  batch.reject(unavailable);
  behind.reject(unavailable);
}

function createBatch(number: number): Batch {
  let [resolve, reject]: [Batch["resolve"], Batch["reject"]] = [() => undefined, () => undefined];
  const onDisk = new Promise<void>((settle, refuse) => {
    [resolve, reject] = [settle, refuse];
  });
  // Whoever waits is told; a batch that nobody waits for must not end the process.
  onDisk.catch(() => undefined);
  return { number, undo: [], onDisk, resolve, reject };
}
