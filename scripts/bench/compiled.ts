import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The scripts of this folder as JavaScript, so that no loader stands between Node and what is measured. */
export interface Compiled {
  readonly folder: string;
  remove: () => Promise<void>;
}

const HERE = fileURLToPath(new URL(".", import.meta.url));

export async function compileScripts(): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  await build({
    entryPoints: [join(HERE, "*.ts")],
    outdir: folder,
    ...{ bundle: true, splitting: true, packages: "external" },
    ...{ format: "esm", platform: "node", target: "node20.19", logLevel: "warning" },
  });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await symlink(join(HERE, "../../node_modules"), join(folder, "node_modules"), "junction");
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
