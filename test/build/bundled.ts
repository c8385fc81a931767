import { symlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import type { Plugin } from "rolldown";
import { PACKAGES } from "../../scripts/build/programs.ts";

/** A module as the build makes it with one of its plugins, put into a folder. */
export async function bundled<T>(file: string, plugin: Plugin, folder: string): Promise<T> {
  const outfile = join(folder, basename(file).replace(/\.ts$/, ".mjs"));
  await build({
    input: file,
    external: PACKAGES,
    platform: "node",
    checks: { bundlerTimings: false },
    plugins: [plugin],
    output: { file: outfile },
  });
  return (await import(pathToFileURL(outfile).href)) as T;
}

/** So that what is bundled into the folder finds packages. */
export function lendPackages(folder: string): Promise<void> {
  return symlink(resolve("node_modules"), join(folder, "node_modules"));
}
