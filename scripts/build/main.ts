import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { bundlePrograms } from "./programs.ts";
import { bundleWeb } from "./web.ts";

/** Makes dist/ anew, in the root of the package: the programs as JavaScript in few files, and the types beside them. */

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const run = promisify(execFile);

await rm("dist", { recursive: true, force: true });
await Promise.all([bundlePrograms("dist"), bundleWeb("dist/web"), declareTypes()]);

async function declareTypes(): Promise<void> {
  await run(process.execPath, [compiler, "-p", "tsconfig.build.json"]).catch((error: unknown) => {
    // The compiler tells its findings on standard output.
    throw new Error((error as { readonly stdout: string }).stdout, { cause: error });
  });
}
