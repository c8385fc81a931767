import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Environment } from "../config.ts";

export interface ChildCommand {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment: Environment;
}

/** How a command ended, in the exit code that a shell would give. */
export interface ChildEnd {
  readonly code: number;
  /** Why it never ran; undefined: it did. */
  readonly fault: string | undefined;
}

/** What ends a command is for the command; this process goes on until it has ended. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the command with the input and output of this process. */
export async function runChild({ file, arguments: given, environment }: ChildCommand): Promise<ChildEnd> {
  const child = spawn(file, [...given], { stdio: "inherit", env: { ...environment } });
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal sends its interrupt to everything that runs in it, and so to the command as well.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await new Promise<ChildEnd>((resolve) => {
      child.once("error", (error: NodeJS.ErrnoException) => {
        resolve(unstarted(error));
      });
      child.once("close", (code, signal) => {
        resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), fault: undefined });
      });
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

/** The codes of POSIX shells: there is no such command, or it cannot be run. */
function unstarted({ code, message }: NodeJS.ErrnoException): ChildEnd {
  return code === "ENOENT"
    ? { code: 127, fault: "there is no such command" }
    : { code: 126, fault: code ?? message };
}
