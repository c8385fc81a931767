import { Worker } from "node:worker_threads";
import type { LibraryReading } from "./library-files.ts";
import { whole } from "./scenario-folder.ts";
import type { FolderTexts } from "./scenario-folder.ts";

/** What the worker is started with, and the one message that it sends. */
export type WorkerInput = FolderTexts;
export type WorkerOutput = LibraryReading;

const IS_BUILT = import.meta.url.endsWith(".js");

/** How long a reading may take: hundreds of times as long as ten thousand lines do. */
const TIMEOUT_MS = 30_000;

/**
 * Reads and checks the files in a thread of their own, so that thousands of lines keep no request waiting (a third
 * of a second for ten thousand). A worker takes JavaScript only: unbuilt sources are read in this thread.
 */
export async function readInWorker(texts: WorkerInput, stop: AbortSignal): Promise<LibraryReading> {
  if (!IS_BUILT) return (await import("./library-files.ts")).readLibrary(texts);
  const worker = new Worker(new URL("../../library-worker.js", import.meta.url), { workerData: texts });
  const reading = await answerOf(worker, { timeoutMs: TIMEOUT_MS, stop });
  return reading ?? { files: [], problems: [whole(texts.shown, TOO_LONG)] };
}

const TOO_LONG = `reading these files took too long: more than ${TIMEOUT_MS / 1000} seconds`;

/** What the worker sends; undefined when it took too long. It is ended then, and when the stop comes. */
export async function answerOf(worker: Worker, limits: Limits): Promise<WorkerOutput | undefined> {
  // A sandbox that stops does not wait for it.
  worker.unref();
  try {
    return await messageOf(worker, limits);
  } finally {
    await worker.terminate();
  }
}

interface Limits {
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
}

function messageOf(worker: Worker, { timeoutMs, stop }: Limits): Promise<WorkerOutput | undefined> {
  return new Promise<WorkerOutput | undefined>((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, undefined);
    const give = (): void => {
      reject(new Error("the sandbox is shutting down"));
    };
    if (stop.aborted) give();
    stop.addEventListener("abort", give);
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", give);
      reject(new Error("the thread that reads scenario files ended without a result"));
    });
  });
}
