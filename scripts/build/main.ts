import { rm } from "node:fs/promises";
import { isUpToDate, markBuilt } from "./up-to-date.ts";

/**
 * Makes dist/ anew, in the root of the package: the programs as JavaScript in few files, what runs in browsers, and the
 * types beside them, and says what of others is in the package. With --if-needed only when a source is newer than the last
 * build.
 */
const isNeeded = !process.argv.includes("--if-needed") || !(await isUpToDate("."));
if (isNeeded) {
  const began = new Date();
  // Loading the bundler and the compiler takes longer than finding out that neither is needed.
  const [{ bundlePrograms }, { bundleWeb }, { declareTypes }, { writeMaterials }] = await Promise.all([
    import("./programs.ts"),
    import("./web.ts"),
    import("./types.ts"),
    import("./materials.ts"),
  ]);
  await rm("dist", { recursive: true, force: true });
  await Promise.all([bundlePrograms("dist"), bundleWeb("dist/web")]);
  await writeMaterials("dist");
  await declareTypes("dist");
  await markBuilt(".", began);
}
