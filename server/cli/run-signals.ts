/** What ends a program; SIGKILL ends it before it can do anything, and cannot be caught. */
const CAUGHT = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals to this process, which goes on all the same until `release` is called. */
export interface CaughtSignals {
  /** The first that came; undefined: none has. */
  readonly first: () => NodeJS.Signals | undefined;
  /** Calls with every signal that comes. */
  readonly listen: (listener: (signal: NodeJS.Signals) => void) => void;
  /** From now on they end the process again. */
  readonly release: () => void;
}

/** A terminal sends its interrupt to everything that runs in it; what that means is for the command to say. */
export function catchSignals(source: NodeJS.EventEmitter, isOnTerminal: boolean): CaughtSignals {
  let first: NodeJS.Signals | undefined;
  const listeners: ((signal: NodeJS.Signals) => void)[] = [];
  const take = (signal: NodeJS.Signals): void => {
    if (signal === "SIGINT" && isOnTerminal) return;
    first ??= signal;
    for (const listener of listeners) listener(signal);
  };
  for (const signal of CAUGHT) source.on(signal, take);
  return {
    first: () => first,
    listen: (listener) => void listeners.push(listener),
    release: () => {
      for (const signal of CAUGHT) source.off(signal, take);
    },
  };
}
