import type { ChildProcess } from "node:child_process";

/** A process with all that it has started, as far as that has not left for a group of its own. */
export interface ProcessGroup {
  readonly send: (signal: NodeJS.Signals) => void;
  readonly isAlive: () => boolean;
}

/** `isOwn`: the child leads a group; otherwise it is in that of this process, and is all that can be reached. */
export function processGroup(child: ChildProcess, isOwn: boolean): ProcessGroup {
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
    if (error instanceof Error && "code" in error && error.code === "EPERM") return true;
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
