/**
 * Work in lanes: what is in one lane is done one after the other, in the order in which it came, and a thing that has
 * to be tried again holds up those behind it (assumption A236). Lanes are worked on side by side, so
 * many at a time.
 */
export interface Lanes {
  /** Puts it at the end of its lane, unless it is in it. */
  add: (lane: string, item: string) => void;
  /** What waits for its next try at the head of the lane is tried now; whether it waited there. */
  hurry: (lane: string, item: string) => boolean;
  /** Forgets the lanes that are meant, but for what is running. */
  drop: (isMeant: (lane: string) => boolean) => void;
  /** Begins nothing more, and resolves when nothing is running. */
  close: () => Promise<void>;
}

export interface LaneParts {
  /** Gives the milliseconds after which it is to be tried again; undefined: it is done with. Never rejects. */
  readonly run: (lane: string, item: string) => Promise<number | undefined>;
  readonly timer: Timer;
  /** Lanes that are worked on at a time. */
  readonly runningMax: number;
}

interface Lane {
  readonly name: string;
  readonly items: string[];
  /** Ends the waiting of the head; undefined: it does not wait. */
  cancel: Cancel | undefined;
}

interface State extends LaneParts {
  readonly lanes: Map<string, Lane>;
  /** Those whose head could begin, the one that waited longest first. */
  readonly ready: Set<Lane>;
  readonly running: Set<Promise<void>>;
  isClosed: boolean;
}

export function createLanes(parts: LaneParts): Lanes {
  const state: State = {
    ...parts,
    ...{ lanes: new Map(), ready: new Set(), running: new Set(), isClosed: false },
  };
  return {
    add: (name, item) => {
      add(state, name, item);
    },
    hurry: (name, item) => {
      const lane = state.lanes.get(name);
      if (lane?.items[0] !== item || lane.cancel === undefined) return false;
      lane.cancel();
      makeReady(state, lane);
      return true;
    },
    drop: (isMeant) => {
      for (const lane of state.lanes.values()) if (isMeant(lane.name)) forget(state, lane);
    },
    close: async () => {
      state.isClosed = true;
      for (const lane of state.lanes.values()) lane.cancel?.();
      await Promise.all(state.running);
    },
  };
}

function add(state: State, name: string, item: string): void {
  const lane = state.lanes.get(name);
  if (lane !== undefined) {
    if (!lane.items.includes(item)) lane.items.push(item);
    return;
  }
  const begun = { name, items: [item], cancel: undefined };
  state.lanes.set(name, begun);
  makeReady(state, begun);
}

function makeReady(state: State, lane: Lane): void {
  lane.cancel = undefined;
  state.ready.add(lane);
  beginMore(state);
}

function beginMore(state: State): void {
  for (const lane of state.ready) {
    if (state.isClosed || state.running.size >= state.runningMax) return;
    state.ready.delete(lane);
    const running = runHead(state, lane).finally(() => {
      state.running.delete(running);
      beginMore(state);
    });
    state.running.add(running);
  }
}

async function runHead(state: State, lane: Lane): Promise<void> {
  const [head] = lane.items;
  if (head === undefined) return;
  const againMs = await state.run(lane.name, head);
  // It may have been dropped meanwhile, and another one may have its name.
  if (state.isClosed || state.lanes.get(lane.name) !== lane) return;
  if (againMs !== undefined) {
    lane.cancel = state.timer(againMs, () => {
      makeReady(state, lane);
    });
    return;
  }
  lane.items.shift();
  if (lane.items.length === 0) state.lanes.delete(lane.name);
  else makeReady(state, lane);
}

function forget({ lanes, ready }: State, lane: Lane): void {
  lane.cancel?.();
  ready.delete(lane);
  lanes.delete(lane.name);
}

/** Calls a function once after so many milliseconds, unless it is cancelled before. */
export type Timer = (delayMs: number, run: () => void) => Cancel;
type Cancel = () => void;

/** The machine's own time. It keeps no process alive. */
export const realTimer: Timer = (delayMs, run) => {
  const timeout = setTimeout(run, delayMs);
  timeout.unref();
  return () => {
    clearTimeout(timeout);
  };
};
