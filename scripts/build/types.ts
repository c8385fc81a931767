import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const SERVER = resolve("server");

/** A declaration is named as if it lay beside its source. */
const DECLARING = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: ".", outDir: "." };

/**
 * Declares the types of server/ in a folder. One reading of the sources checks them too: of server/ alone, or with the tests
 * and scripts.
 * @throws Error with all that the compiler finds.
 */
export async function declareTypes(folder: string, checked: "server" | "all"): Promise<void> {
  const { fileNames, options, errors } = configuration();
  const program = ts.createProgram(
    fileNames.filter((name) => checked === "all" || isOfServer(name)),
    { ...options, ...DECLARING },
  );
  refuse([...errors, ...ts.getPreEmitDiagnostics(program)]);
  const texts = new Map<string, string>();
  for (const source of program.getSourceFiles())
    if (isOfServer(source.fileName)) program.emit(source, (name, text) => texts.set(resolve(name), text));
  await Promise.all([...texts].map(([name, text]) => write(join(folder, relative(SERVER, name)), text)));
}

const isOfServer = (name: string): boolean => !relative(SERVER, name).startsWith("..");

function configuration(): Pick<ts.ParsedCommandLine, "fileNames" | "options" | "errors"> {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (mistake: ts.Diagnostic) => {
      refuse([mistake]);
    },
  };
  return (
    ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, host) ?? {
      fileNames: [],
      options: {},
      errors: [],
    }
  );
}

function refuse(mistakes: readonly ts.Diagnostic[]): void {
  if (mistakes.length === 0) return;
  const said = {
    getCurrentDirectory: () => ".",
    getCanonicalFileName: (it: string) => it,
    getNewLine: () => "\n",
  };
  throw new Error(`\n${ts.formatDiagnosticsWithColorAndContext(mistakes, said)}`);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
