import { Worker } from "node:worker_threads";
import { readLibrary } from "./library-files.ts";
import type { LibraryReading } from "./library-files.ts";
import type { WorkerInput, WorkerOutput } from "./library-worker.ts";

const IS_BUILT = import.meta.url.endsWith(".js");

/**
 * Reads and checks the files in a thread of their own, so that thousands of lines keep no request waiting (a third
 * of a second for ten thousand). A worker takes JavaScript only: unbuilt sources are read in this thread.
 */
export async function readAside(texts: WorkerInput): Promise<LibraryReading> {
  if (!IS_BUILT) return readLibrary(texts);
  const worker = new Worker(new URL("./library-worker.js", import.meta.url), { workerData: texts });
  // A sandbox that stops does not wait for it.
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once("message", (output: WorkerOutput) => {
      resolve(output);
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      reject(new Error("the thread that reads scenario files ended without an answer"));
    });
  });
}
