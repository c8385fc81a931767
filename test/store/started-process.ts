import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

const SCRIPT = fileURLToPath(new URL("./store-process.ts", import.meta.url));

/** A process that runs a store, and the lines it says. */
export interface StartedProcess {
  readonly pid: number;
  readonly lines: string[];
  /** Resolves when it has said so many lines, or has ended. */
  said(count: number): Promise<void>;
  /** Kills it as nothing could be prepared for, and waits for its end. */
  kill(): Promise<void>;
  ended(): Promise<void>;
}

/** Starts test/store/store-process.ts; `shell` is a command that goes before it in the same process. */
export function startProcess(work: string, folder: string, shell = ":"): StartedProcess {
  const command = `${shell}; exec "$0" "$@"`;
  const child = spawn("sh", ["-c", command, process.execPath, "--import", "tsx", SCRIPT, work, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const settle = (isOver: boolean): void => {
    for (const { count, resolve } of waiting) if (isOver || lines.length >= count) resolve();
  };
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => {
    lines.push(line);
    settle(false);
  });
  const ended = Promise.all([once(child, "exit"), once(reader, "close")]).then(() => {
    settle(true);
  });
  return {
    pid: child.pid ?? 0,
    lines,
    said: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        settle(child.exitCode !== null);
      }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    ended: () => ended,
  };
}
