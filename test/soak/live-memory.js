import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

// Loaded into a process that is to tell at SIGUSR2 what it holds in memory once all garbage is collected, in MiB.
if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`live memory: ${((heapUsed + external) / 1_048_576).toFixed(1)}\n`);
  });
}
