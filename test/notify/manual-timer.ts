import type { Timer } from "../../server/notify/queues.ts";

/** A timer whose time goes when the test says so. */
export interface ManualTimer {
  readonly timer: Timer;
  /** What is waited for, by its milliseconds, the shortest first. */
  readonly pending: () => readonly number[];
  /** Lets the shortest wait end. */
  readonly fire: () => void;
}

export function createManualTimer(): ManualTimer {
  const waits = new Map<() => void, number>();
  const sorted = (): [() => void, number][] => [...waits].sort(([, one], [, other]) => one - other);
  return {
    timer: (delayMs, run) => {
      waits.set(run, delayMs);
      return () => void waits.delete(run);
    },
    pending: () => sorted().map(([, delayMs]) => delayMs),
    fire: () => {
      const [first] = sorted();
      if (first === undefined) throw new Error("nothing waits");
      waits.delete(first[0]);
      first[0]();
    },
  };
}
