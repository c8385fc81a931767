import type { Json } from "../../domain/json.ts";

/** What a process tells and all others have to hear before anybody relies on it. */
export interface Announcement {
  readonly id: string;
  /** The name of the process that tells it. */
  readonly by: string;
  readonly news: string;
  readonly merchantId: string | undefined;
  readonly value: Json;
}

/** Which announcements have been heard by whom. No clocks are compared: each process tells everything in its order. */
export interface Announcements {
  /** Resolves when it is told and every process that lives has heard it, or after a while. */
  begin: (announcement: Announcement, msMax?: number) => Promise<void>;
  /** It is written where all look. Whoever has begun to live since then has read it before anything else. */
  told: (id: string) => void;
  heard: (id: string, process: string) => void;
  /** Is told now and then who lives: nobody waits for others. */
  living: (processes: ReadonlySet<string>) => void;
  /** What was announced about the merchant and this process has not heard yet: what it tells may be older. */
  unheardBy: (news: string, process: string, merchantId: string) => readonly Json[];
}

/** So long is waited for a process that lives and says nothing. */
const HEARD_MS_MAX = 2_000;

interface Open extends Announcement {
  readonly heardBy: Set<string>;
  readonly over: () => void;
}

/** Of the process that has this name. Its own it has heard itself when it is told. */
export function createAnnouncements(own: string): Announcements {
  const open = new Map<string, Open>();
  let living: ReadonlySet<string> = new Set([own]);
  const endIfHeard = ({ heardBy, over }: Open): void => {
    if ([...living].every((process) => heardBy.has(process))) over();
  };
  const heard = (id: string, process: string): void => {
    const it = open.get(id);
    it?.heardBy.add(process);
    if (it !== undefined) endIfHeard(it);
  };
  return {
    begin: (announcement, msMax = HEARD_MS_MAX) =>
      new Promise((resolve) => {
        const { id, by } = announcement;
        const over = (): void => {
          clearTimeout(timer);
          open.delete(id);
          resolve();
        };
        const timer = setTimeout(over, msMax);
        timer.unref();
        open.set(id, { ...announcement, heardBy: new Set(by === own ? [] : [by]), over });
      }),
    told: (id) => {
      heard(id, own);
    },
    heard,
    living: (processes) => {
      living = new Set([...processes, own]);
      for (const it of [...open.values()]) endIfHeard(it);
    },
    unheardBy: (news, process, merchantId) =>
      [...open.values()]
        .filter((it) => it.news === news && it.merchantId === merchantId)
        .filter(({ heardBy }) => living.has(process) && !heardBy.has(process))
        .map(({ value }) => value),
  };
}
