import { parentPort, workerData } from "node:worker_threads";
import { readLibrary } from "./library-files.ts";
import type { LibraryReading } from "./library-files.ts";
import type { FolderTexts } from "./scenario-folder.ts";

/** What this worker is started with, and the one message that it sends. */
export type WorkerInput = FolderTexts;
export type WorkerOutput = LibraryReading;

parentPort?.postMessage(readLibrary(workerData as WorkerInput) satisfies WorkerOutput);
