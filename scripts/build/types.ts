import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { readProject, told } from "./compiler.ts";

const SERVER = resolve("server");

/** A declaration is named as if it lay beside its source. */
const DECLARING = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: ".", outDir: "." };

/**
 * Declares the types of server/ in a folder, and checks them.
 * @throws Error with all that the compiler finds.
 */
export async function declareTypes(folder: string): Promise<void> {
  const { program, mistakes } = readProject("tsconfig.json", DECLARING, isOfServer);
  const found = told(mistakes());
  if (found !== "") throw new Error(`\n${found}`);
  const texts = new Map<string, string>();
  program.emit(undefined, (name, text) => texts.set(resolve(name), text));
  await Promise.all([...texts].map(([name, text]) => write(join(folder, relative(SERVER, name)), text)));
}

const isOfServer = (name: string): boolean => !relative(SERVER, name).startsWith("..");

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
