import { rm } from "node:fs/promises";
import { bundlePrograms } from "./programs.ts";
import { declareTypes } from "./types.ts";
import { bundleWeb } from "./web.ts";

/**
 * Makes dist/ anew, in the root of the package: the programs as JavaScript in few files, what runs in browsers, and the
 * types beside them. Checks the types of server/, or with --check-all those of tests and scripts too.
 */
await rm("dist", { recursive: true, force: true });
await Promise.all([bundlePrograms("dist"), bundleWeb("dist/web")]);
await declareTypes("dist", process.argv.includes("--check-all") ? "all" : "server");
