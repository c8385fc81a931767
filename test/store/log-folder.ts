import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realFileSystem } from "../../server/store/folder/file-system.ts";
import { LOCK_TIMING } from "../../server/store/folder/lock.ts";
import { LOG_FORMAT } from "../../server/store/lines/log-line.ts";
import { openLogStore, type LogStoreInternals } from "../../server/store/log-store.ts";
import type { OnDamage, Store } from "../../server/store/store.ts";

export interface LogEvent {
  readonly level: string;
  readonly event: string;
  readonly fields: Record<string, string | number>;
}

/** A temporary data folder and what the stores opened in it logged. */
export interface LogFolder {
  readonly path: string;
  readonly events: LogEvent[];
  /** Resolves when the event has been logged since the folder was made. */
  logged(event: string): Promise<LogEvent>;
  open(internals?: Partial<LogStoreInternals>, onDamage?: OnDamage): Promise<Store>;
  names(kind: string): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  /** As if the store that was closed had been killed: nobody has noted how far the log went. */
  forgetStop(): Promise<void>;
  /** Rewrites a file line by line (without newlines). */
  rewrite(name: string, change: (lines: string[]) => string[]): Promise<void>;
  dispose(): Promise<void>;
}

const DEFAULTS: LogStoreInternals = {
  files: realFileSystem,
  format: LOG_FORMAT,
  compactAboveBytes: 8 << 20,
  // So small that most of what a test reads comes from the files.
  recent: { orders: 2, textBytes: 1000 },
  tail: { slabBytes: 4096, keptBytes: 8192 },
  lockTiming: LOCK_TIMING,
};

export async function createLogFolder(): Promise<LogFolder> {
  const parent = await mkdtemp(join(tmpdir(), "store-"));
  const path = join(parent, "data");
  const events: LogEvent[] = [];
  const waiting: { event: string; resolve: (event: LogEvent) => void }[] = [];
  const log = (level: string, event: string, fields: LogEvent["fields"]): void => {
    const logged = { level, event, fields };
    events.push(logged);
    for (const waiter of waiting) if (waiter.event === event) waiter.resolve(logged);
  };
  return {
    path,
    events,
    logged: (event) =>
      new Promise((resolve) => {
        const known = events.find((logged) => logged.event === event);
        if (known === undefined) waiting.push({ event, resolve });
        else resolve(known);
      }),
    open: (internals, onDamage = "report") =>
      openLogStore({ folder: path, log, onDamage }, { ...DEFAULTS, ...internals }),
    names: async (kind) =>
      (await readdir(path)).filter((name) => name.startsWith(kind) && name !== ".gitignore").sort(),
    read: (name) => readFile(join(path, name)),
    forgetStop: () => rm(join(path, "stop.json"), { force: true }),
    rewrite: async (name, change) => {
      const lines = (await readFile(join(path, name), "latin1")).trimEnd().split("\n");
      await writeFile(
        join(path, name),
        change(lines)
          .map((line) => `${line}\n`)
          .join(""),
        "latin1",
      );
    },
    dispose: () => rm(parent, { recursive: true, force: true }),
  };
}
