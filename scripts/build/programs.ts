import { build } from "rolldown";
import type { BuildOptions } from "rolldown";
import { compiledSchemas } from "./compiled-schemas.ts";
import { ownAddress } from "./own-address.ts";
import { preparedData } from "./prepared-data.ts";
import { shippedScenarios } from "./shipped-scenarios.ts";

/** What Node is started with: a process and a package, which share most of what they are made of. */
const PROGRAMS = { main: "server/main.ts", embedding: "server/embedding/embedding.ts" };

/** Threads beside the requests; nothing that is loaded is shared between threads, so that each has a file of its own. */
const WORKERS = {
  "library-worker": "server/library-worker.ts",
  "start-check-worker": "server/start-check-worker.ts",
};

/** What is imported by the name of a package or of a part of Node. Paths of Windows begin with the letter of a drive. */
export const PACKAGES = /^(?![A-Za-z]:)[^./]/;

/**
 * Our own modules in few files; packages stay where they are installed. Not minified, so that the places of a stack can be
 * read; with the map beside a file, Node tells those of the sources (--enable-source-maps).
 */
const OPTIONS = {
  external: PACKAGES,
  platform: "node",
  transform: { target: "node20.19" },
  checks: { bundlerTimings: false },
  plugins: [compiledSchemas, preparedData, shippedScenarios, ownAddress],
} satisfies BuildOptions;

export async function bundlePrograms(folder: string): Promise<void> {
  const output = { dir: folder, comments: false, sourcemap: true, sourcemapExcludeSources: true } as const;
  await Promise.all([
    // What is imported later stays in files that are loaded later.
    build({ ...OPTIONS, input: PROGRAMS, output: { ...output, chunkFileNames: "[name]-[hash].js" } }),
    ...Object.entries(WORKERS).map(([name, file]) =>
      build({ ...OPTIONS, input: { [name]: file }, output: { ...output, codeSplitting: false } }),
    ),
  ]);
}
