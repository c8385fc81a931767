import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The scripts of this folder as JavaScript, so that no loader stands between Node and what is measured. */
export interface Compiled {
  readonly folder: string;
  remove: () => Promise<void>;
}

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

export async function compileScripts(): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  const names = (await readdir(HERE)).filter((name) => name.endsWith(".ts"));
  await Promise.all(names.map((name) => compile(name, folder)));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await symlink(join(HERE, "../../node_modules"), join(folder, "node_modules"), "junction");
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function compile(name: string, folder: string): Promise<void> {
  const source = await readFile(join(HERE, name), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: OPTIONS, fileName: name });
  await writeFile(join(folder, name.replace(/\.ts$/, ".js")), outputText);
}
