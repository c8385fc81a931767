import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { readConfiguration, told } from "./compiler.ts";

const SERVER = resolve("server");
/** What a program of somebody else imports. */
const ENTRY = resolve("server/embedding/embedding.ts");

/**
 * Declares in a folder the types of the package, with those that they refer to. They are only written down: checking
 * them takes longer than all else of a build, and `npm run check` does it.
 * @throws Error when tsconfig.json cannot be read, or a file that is referred to.
 */
export async function declareTypes(folder: string): Promise<void> {
  const declarationOf = createDeclaring();
  const declared = new Map<string, string>();
  // A set also gives what is added to it meanwhile.
  const files = new Set([ENTRY]);
  for (const file of files) {
    const text = declarationOf(file);
    declared.set(file.replace(/\.ts$/, ".d.ts"), text);
    for (const name of ownImports(text)) files.add(resolve(dirname(file), name));
  }
  await Promise.all([...declared].map(([name, text]) => write(join(folder, relative(SERVER, name)), text)));
}

function ownImports(text: string): readonly string[] {
  const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  return names.filter((name) => name.startsWith("."));
}

/** Gives the declarations of a file. Of all that the compiler offers, only its language service makes them unchecked. */
function createDeclaring(): (file: string) => string {
  const { options, errors } = readConfiguration("tsconfig.json");
  if (errors.length > 0) throw new Error(`\n${told(errors)}`);
  const { sys } = ts;
  const service = ts.createLanguageService({
    fileExists: (path) => sys.fileExists(path),
    readFile: (path) => sys.readFile(path),
    directoryExists: (path) => sys.directoryExists(path),
    getCompilationSettings: () => ({ ...options, noEmit: false, declaration: true }),
    getCurrentDirectory: () => resolve("."),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [ENTRY],
    getScriptSnapshot: (file) => {
      const text = sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getScriptVersion: () => "1",
  });
  return (file) => {
    const [declaration] = service.getEmitOutput(file, true, true).outputFiles;
    if (declaration === undefined) throw new Error(`no types could be declared of ${file}`);
    return declaration.text;
  };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
