/**
 * Queues of work. The items of one queue are processed one after the other in the order they came, and an item that has
 * to be tried again keeps those behind it waiting (assumption A236). Several queues are processed side by side, up to a
 * limit.
 */
export interface Queues {
  /** Adds the item to the end of the queue, unless it is in it. */
  add: (queue: string, item: string) => void;
  /** If the item is at the head and waits for its next try, tries it after so long from now on, and gives true. */
  retryIn: (queue: string, item: string, delayMs: number) => boolean;
  /** Removes the items that match; one that is being processed is finished, and not tried again. */
  drop: (isMeant: (item: string) => boolean) => void;
  /** How many items are in all queues. */
  count: () => number;
  /** Starts no more items, and resolves when none is being processed. */
  close: () => Promise<void>;
}

export interface QueueParts {
  /** Processes an item. Gives the milliseconds until the next try; undefined: it is finished. Never rejects. */
  readonly run: (queue: string, item: string) => Promise<number | undefined>;
  /** Called when an item begins to wait for its next try. */
  readonly waits: (queue: string, item: string) => void;
  readonly timer: Timer;
  /** How many queues are processed at a time. */
  readonly runningMax: number;
}

interface Queue {
  readonly name: string;
  items: string[];
  /** Stops the timer of the head; undefined: it is not waiting. */
  cancel: Cancel | undefined;
}

interface State extends QueueParts {
  readonly queues: Map<string, Queue>;
  /** Queues whose head can be processed, the one that waited longest first. */
  readonly ready: Set<Queue>;
  readonly running: Set<Promise<void>>;
  isClosed: boolean;
}

export function createQueues(parts: QueueParts): Queues {
  const state: State = {
    ...parts,
    ...{ queues: new Map(), ready: new Set(), running: new Set(), isClosed: false },
  };
  return {
    add: (name, item) => {
      add(state, name, item);
    },
    retryIn: (name, item, delayMs) => {
      const queue = state.queues.get(name);
      if (queue?.items[0] !== item || queue.cancel === undefined) return false;
      queue.cancel();
      if (delayMs <= 0) makeReady(state, queue);
      else wait(state, queue, delayMs);
      return true;
    },
    drop: (isMeant) => {
      for (const queue of state.queues.values()) remove(state, queue, isMeant);
    },
    count: () => [...state.queues.values()].reduce((sum, { items }) => sum + items.length, 0),
    close: async () => {
      state.isClosed = true;
      for (const queue of state.queues.values()) queue.cancel?.();
      await Promise.all(state.running);
    },
  };
}

function add(state: State, name: string, item: string): void {
  const queue = state.queues.get(name);
  if (queue !== undefined) {
    if (!queue.items.includes(item)) queue.items.push(item);
    return;
  }
  const begun = { name, items: [item], cancel: undefined };
  state.queues.set(name, begun);
  makeReady(state, begun);
}

function makeReady(state: State, queue: Queue): void {
  queue.cancel = undefined;
  state.ready.add(queue);
  beginMore(state);
}

function beginMore(state: State): void {
  for (const queue of state.ready) {
    if (state.isClosed || state.running.size >= state.runningMax) return;
    state.ready.delete(queue);
    const running = runHead(state, queue).finally(() => {
      state.running.delete(running);
      beginMore(state);
    });
    state.running.add(running);
  }
}

async function runHead(state: State, queue: Queue): Promise<void> {
  const [head] = queue.items;
  if (head === undefined) return;
  const againMs = await state.run(queue.name, head);
  // It may have been dropped meanwhile, and another one may have its name.
  if (state.isClosed || state.queues.get(queue.name) !== queue) return;
  const isThere = queue.items[0] === head;
  if (isThere && againMs !== undefined) {
    wait(state, queue, againMs);
    state.waits(queue.name, head);
    return;
  }
  if (isThere) queue.items.shift();
  if (queue.items.length === 0) state.queues.delete(queue.name);
  else makeReady(state, queue);
}

function wait(state: State, queue: Queue, delayMs: number): void {
  queue.cancel = state.timer(delayMs, () => {
    makeReady(state, queue);
  });
}

function remove(state: State, queue: Queue, isMeant: (item: string) => boolean): void {
  const [head] = queue.items;
  queue.items = queue.items.filter((item) => !isMeant(item));
  if (queue.items.length === 0) {
    queue.cancel?.();
    state.ready.delete(queue);
    state.queues.delete(queue.name);
  } else if (queue.items[0] !== head && queue.cancel !== undefined) {
    queue.cancel();
    makeReady(state, queue);
  }
}

/** Calls a function once after so many milliseconds, unless it is cancelled before; after Infinity never. */
export type Timer = (delayMs: number, run: () => void) => Cancel;
type Cancel = () => void;

/** The machine's own time. It keeps no process alive. */
export const realTimer: Timer = (delayMs, run) => {
  if (delayMs === Infinity) return () => undefined;
  const timeout = setTimeout(run, delayMs);
  timeout.unref();
  return () => {
    clearTimeout(timeout);
  };
};
