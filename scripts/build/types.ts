import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** What a program of somebody else imports. */
const ENTRY = "embedding/embedding.d.ts";

/**
 * Declares in a folder the types of the package, with those that they refer to. They are only written down: `npm run
 * check` checks them.
 * @throws Error when the compiler fails.
 */
export async function declareTypes(folder: string): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), "sandbox-types-"));
  try {
    const options = ["--project", "scripts/build/types.tsconfig.json", "--outDir", all];
    await promisify(execFile)("node_modules/.bin/tsc", options);
    for (const file of (await referredTo(all)).reverse()) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await copyFile(join(all, file), join(folder, file));
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

/** The entry's file and all that it needs. */
async function referredTo(all: string): Promise<string[]> {
  // A set also gives what is added to it meanwhile.
  const files = new Set([ENTRY]);
  for (const file of files) {
    const declaration = await readFile(join(all, file), "utf8");
    for (const name of ownImports(declaration)) files.add(join(dirname(file), `${name}.d.ts`));
  }
  return [...files];
}

/** Without their extension. */
function ownImports(declaration: string): readonly string[] {
  return [...declaration.matchAll(/(?:from |import\()"(\.[^"]*)\.ts"/g)].map(([, name = ""]) => name);
}
