/** Calls a function once after so many milliseconds, unless it is cancelled before. */
export type Timer = (delayMs: number, run: () => void) => Cancel;
export type Cancel = () => void;

/** The machine's own time. It keeps no process alive. */
export const realTimer: Timer = (delayMs, run) => {
  const timeout = setTimeout(run, delayMs);
  timeout.unref();
  return () => {
    clearTimeout(timeout);
  };
};
