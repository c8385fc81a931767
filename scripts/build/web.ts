import { basename } from "node:path";
import { build } from "esbuild";
import type { BuildOptions } from "esbuild";

/** What runs in payers' browsers: each script is one file, for pages of ours and for those of merchants. */
const SCRIPTS = ["checkout", "field", "hpf", "onward", "payment-page", "session", "three-ds"];

const OPTIONS = {
  tsconfig: "web/tsconfig.json",
  bundle: true,
  minify: true,
  loader: { ".svg": "copy" },
  charset: "utf8",
  logLevel: "warning",
} satisfies BuildOptions;

/**
 * Scripts, style and icon of web/. Each script is one small file that puts no name into a page but the object it is there
 * for; the portal is modules, of which a browser loads those of the page that is open.
 */
export async function bundleWeb(folder: string): Promise<void> {
  const scripts = SCRIPTS.map((name) => ({ in: `./web/${name}/main`, out: name }));
  const files = ["field.css", "style.css", "icon.svg", "portal/look/portal.css"].map((name) => ({
    in: `web/${name}`,
    out: basename(name).replace(/\..*/, ""),
  }));
  await Promise.all([
    build({
      ...OPTIONS,
      entryPoints: [...scripts, ...files],
      outdir: folder,
      format: "iife",
      target: "es2017",
    }),
    build({
      ...OPTIONS,
      entryPoints: ["web/portal/main.tsx"],
      outdir: `${folder}/portal`,
      chunkNames: "[name]-[hash]",
      format: "esm",
      splitting: true,
      target: "es2023",
    }),
  ]);
}
