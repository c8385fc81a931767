import ts from "typescript";

/** What a tsconfig.json says, and what is wrong with it. */
interface Configuration {
  readonly fileNames: readonly string[];
  readonly options: ts.CompilerOptions;
  readonly errors: readonly ts.Diagnostic[];
}

export function readConfiguration(file: string): Configuration {
  const unread: ts.Diagnostic[] = [];
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (it: ts.Diagnostic) => unread.push(it) };
  const {
    fileNames = [],
    options = {},
    errors = [],
  } = ts.getParsedCommandLineOfConfigFile(file, {}, host) ?? {};
  return { fileNames, options, errors: [...unread, ...errors] };
}

/** As the compiler prints them; empty when there are none. */
export function told(mistakes: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnosticsWithColorAndContext(mistakes, {
    getCurrentDirectory: () => ".",
    getCanonicalFileName: (it) => it,
    getNewLine: () => "\n",
  });
}
