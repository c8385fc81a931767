import type { Json } from "../../domain/json.ts";

/** What a process tells about a merchant and all others have to hear before anybody relies on it. */
export interface Announcement {
  readonly id: string;
  /** The name of the process that tells it. */
  readonly by: string;
  readonly merchantId: string;
  readonly value: Json;
}

/** Which announcements have been heard by whom. No clocks are compared: each process tells everything in its order. */
export interface Announcements {
  /** Resolves when every process that lives has heard it, or after a while. */
  begin: (announcement: Announcement) => Promise<void>;
  heard: (id: string, process: string) => void;
  /** Is told now and then who lives: nobody waits for others. */
  living: (processes: ReadonlySet<string>) => void;
  /** What was announced about the merchant and this process has not heard yet: what it tells may be older. */
  unheardBy: (process: string, merchantId: string) => readonly Json[];
}

/** So long is waited for a process that lives and says nothing. */
const HEARD_MS_MAX = 2_000;

interface Open extends Announcement {
  readonly missing: Set<string>;
  readonly over: () => void;
}

/** Of the process that has this name. */
export function createAnnouncements(own: string, msMax = HEARD_MS_MAX): Announcements {
  const open = new Map<string, Open>();
  let others: ReadonlySet<string> = new Set();
  const endIfHeard = ({ missing, over }: Open): void => {
    if (missing.size === 0) over();
  };
  return {
    begin: (announcement) =>
      new Promise((resolve) => {
        const { id, by } = announcement;
        const over = (): void => {
          clearTimeout(timer);
          open.delete(id);
          resolve();
        };
        const timer = setTimeout(over, msMax);
        timer.unref();
        const missing = new Set([...others].filter((process) => process !== by));
        const begun = { ...announcement, missing, over };
        open.set(id, begun);
        endIfHeard(begun);
      }),
    heard: (id, process) => {
      const it = open.get(id);
      it?.missing.delete(process);
      if (it !== undefined) endIfHeard(it);
    },
    living: (processes) => {
      others = new Set([...processes].filter((process) => process !== own));
      for (const it of [...open.values()]) {
        for (const process of [...it.missing].filter((one) => !others.has(one))) it.missing.delete(process);
        endIfHeard(it);
      }
    },
    unheardBy: (process, merchantId) =>
      [...open.values()]
        .filter((it) => it.merchantId === merchantId && it.missing.has(process))
        .map(({ value }) => value),
  };
}
