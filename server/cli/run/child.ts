import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf } from "../../domain/thrown.ts";
import type { Environment } from "../../sandbox/config.ts";

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
  if (before !== undefined) return { code: exitCodeOf(before), fault: undefined };
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
  return signal === undefined || end.fault !== undefined
    ? end
    : { code: exitCodeOf(signal), fault: undefined };
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
      resolve({ code: code ?? (signal ? exitCodeOf(signal) : 0), fault: undefined });
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

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** The codes of POSIX shells: there is no such command, or it cannot be run. */
function unstarted({ code, message }: NodeJS.ErrnoException): ChildEnd {
  return code === "ENOENT"
    ? { code: 127, fault: "there is no such command" }
    : { code: 126, fault: code ?? message };
}

/** A process with all that it has started, as far as that has not left for a group of its own. */
interface ProcessGroup {
  readonly send: (signal: NodeJS.Signals) => void;
  readonly isAlive: () => boolean;
}

/** `isOwn`: the child leads a group; otherwise it is in that of this process, and is all that can be reached. */
function processGroup(child: ChildProcess, isOwn: boolean): ProcessGroup {
  const { pid } = child;
  if (!isOwn || pid === undefined) {
    return {
      send: (signal) => void child.kill(signal),
      isAlive: () => pid !== undefined && child.exitCode === null && child.signalCode === null,
    };
  }
  return { send: (signal) => void sent(-pid, signal), isAlive: () => sent(-pid, 0) };
}

/** Whether anybody was there to get it. */
function sent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    // A member that has become another user's is there, too.
    if (codeOf(error) === "EPERM") return true;
    if (codeOf(error) === "ESRCH") return false;
    throw error;
  }
}

/** What ends a program; SIGKILL ends it before it can do anything, and cannot be caught. */
const CAUGHT = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Signals to this process, which goes on all the same until `release` is called. */
interface CaughtSignals {
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
