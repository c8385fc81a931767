import { setTimeout as wait } from "node:timers/promises";
import type { Bench } from "./bench.ts";
import { FLOWS } from "./requests.ts";
import { send } from "./sending.ts";
import { USUAL, startSandbox } from "./servers.ts";
import { usageOf, waitsOf } from "./usage.ts";

/** What a sandbox takes that nobody asks for anything. */
export interface IdleFigures {
  readonly seconds: number;
  readonly memoryMb: number | undefined;
  /** How often its main thread woke, as often as it went to sleep. */
  readonly wakesPerSecond: number | undefined;
  readonly cpuMsPerSecond: number | undefined;
}

/**
 * A fresh one with its defaults, after one payment and a while in which it finishes what it began: the last of it is V8's,
 * which gives memory back by two collections some eight seconds after it had anything to do, and is not heard of again.
 */
export async function measureIdle({ options, tell }: Bench): Promise<IdleFigures> {
  const { settleSeconds, idleSeconds: seconds } = options;
  const { url, pid, close } = await startSandbox(undefined, USUAL);
  try {
    await send(url, FLOWS.PAY[0], "first");
    tell(`left alone for ${settleSeconds + seconds} s`);
    await wait(settleSeconds * 1000);
    const [before, waitsBefore] = [usageOf(pid), waitsOf(pid)];
    await wait(seconds * 1000);
    const after = usageOf(pid);
    return {
      seconds,
      memoryMb: after.memoryMb,
      wakesPerSecond: perSecond(waitsBefore, waitsOf(pid), seconds),
      cpuMsPerSecond: perSecond(before.cpuMs, after.cpuMs, seconds),
    };
  } finally {
    await close();
  }
}

function perSecond(
  before: number | undefined,
  after: number | undefined,
  seconds: number,
): number | undefined {
  return before === undefined || after === undefined ? undefined : (after - before) / seconds;
}
