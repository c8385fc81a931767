import type { createSandbox } from "../../server/embedding/embedding.ts";
import { builtModule } from "./built.ts";

/** How long `createSandbox()` takes in a process that runs already: a suite of tests calls it for every file. */

const [calls = "1"] = process.argv.slice(2);
const { createSandbox: create } = await builtModule<{ createSandbox: typeof createSandbox }>("embedding.js");
const createdMs: number[] = [];
for (let call = 1; call <= Number(calls); call += 1) {
  const before = performance.now();
  const sandbox = await create();
  createdMs.push(performance.now() - before);
  await sandbox.close();
}
process.send?.(createdMs);
process.disconnect();
