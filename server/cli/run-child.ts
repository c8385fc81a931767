import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Environment } from "../config.ts";
import { processGroup } from "./process-group.ts";
import type { ProcessGroup } from "./process-group.ts";
import type { CaughtSignals } from "./run-signals.ts";

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

export interface ChildSetting {
  readonly signals: CaughtSignals;
  /** Milliseconds that the command has after a signal, before it is killed. */
  readonly graceMs: number;
  /** On a terminal it stays where it can read what is typed; the terminal's own signals reach all of it there. */
  readonly isOnTerminal: boolean;
}

/**
 * Runs the command with the input and output of this process. A signal is passed on to the command and to all that it
 * has started, and what is left of them after a while is killed; the code is then that of the signal.
 */
export async function runChild(
  command: ChildCommand,
  { signals, graceMs, isOnTerminal }: ChildSetting,
): Promise<ChildEnd> {
  const before = signals.first();
  if (before !== undefined) return { code: codeOf(before), fault: undefined };
  const { group, ended } = started(command, isOnTerminal);
  const over = new AbortController();
  signals.listen((signal) => {
    if (over.signal.aborted) return;
    group.send(signal);
    void killAfter(group, graceMs, over.signal);
  });
  const end = await ended;
  const signal = signals.first();
  if (signal !== undefined) await gone(group, graceMs);
  over.abort();
  return signal === undefined || end.fault !== undefined ? end : { code: codeOf(signal), fault: undefined };
}

function started(
  { file, arguments: given, environment }: ChildCommand,
  isOnTerminal: boolean,
): { readonly group: ProcessGroup; readonly ended: Promise<ChildEnd> } {
  const isOwn = !isOnTerminal && process.platform !== "win32";
  const child = spawn(file, [...given], { stdio: "inherit", env: { ...environment }, detached: isOwn });
  return { group: processGroup(child, isOwn), ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      resolve(unstarted(error));
    });
    child.once("close", (code, signal) => {
      resolve({ code: code ?? (signal ? codeOf(signal) : 0), fault: undefined });
    });
  });
}

async function killAfter(group: ProcessGroup, graceMs: number, isOver: AbortSignal): Promise<void> {
  const isTime = await pause(graceMs, true, { signal: isOver }).catch(() => false);
  if (isTime) group.send("SIGKILL");
}

const LOOK_MS = 20;
/** What was killed is gone at once, unless nobody asks how it ended. */
const KILLED_MS = 1_000;

/** What the command had started may end after it, or be killed by then. */
async function gone(group: ProcessGroup, graceMs: number): Promise<void> {
  for (let waitedMs = 0; group.isAlive() && waitedMs < graceMs + KILLED_MS; waitedMs += LOOK_MS)
    await pause(LOOK_MS);
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The codes of POSIX shells: there is no such command, or it cannot be run. */
function unstarted({ code, message }: NodeJS.ErrnoException): ChildEnd {
  return code === "ENOENT"
    ? { code: 127, fault: "there is no such command" }
    : { code: 126, fault: code ?? message };
}
