import { build } from "esbuild";
import type { BuildOptions } from "esbuild";
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

/**
 * Our own modules in few files; packages stay where they are installed. Not minified, so that the places of a stack can be
 * read; with the map beside a file, Node tells those of the sources (--enable-source-maps).
 */
const OPTIONS = {
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
  sourcemap: "linked",
  sourcesContent: false,
  plugins: [compiledSchemas, preparedData, shippedScenarios, ownAddress],
  logLevel: "warning",
} satisfies BuildOptions;

export async function bundlePrograms(folder: string): Promise<void> {
  const options = { ...OPTIONS, outdir: folder };
  await Promise.all([
    // What is imported later stays in files that are loaded later.
    build({ ...options, entryPoints: PROGRAMS, splitting: true }),
    build({ ...options, entryPoints: WORKERS }),
  ]);
}
