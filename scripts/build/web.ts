import { basename } from "node:path";
import { build } from "esbuild";

/** What runs in browsers: each script is one file, for pages of ours and for those of merchants. */
const SCRIPTS = ["checkout", "field", "hpf", "onward", "payment-page", "portal", "session", "three-ds"];

/** Scripts, style and icon of web/, each one small file that puts no name into a page but the object it is there for. */
export async function bundleWeb(folder: string): Promise<void> {
  const scripts = SCRIPTS.map((name) => ({ in: `./web/${name}/main`, out: name }));
  const files = ["field.css", "style.css", "icon.svg", "portal/portal.css"].map((name) => ({
    in: `web/${name}`,
    out: basename(name).replace(/\..*/, ""),
  }));
  await build({
    entryPoints: [...scripts, ...files],
    outdir: folder,
    tsconfig: "web/tsconfig.json",
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2017",
    loader: { ".svg": "copy" },
    charset: "utf8",
    logLevel: "warning",
  });
}
