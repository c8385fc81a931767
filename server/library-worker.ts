import { parentPort, workerData } from "node:worker_threads";
import { readLibrary } from "./scenario/library/library-files.ts";
import type { WorkerInput, WorkerOutput } from "./scenario/library/read-in-worker.ts";

parentPort?.postMessage(readLibrary(workerData as WorkerInput) satisfies WorkerOutput);
