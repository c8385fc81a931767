import ts from "typescript";

/** A project of TypeScript: what its configuration names, and what is wrong with it. */
export interface Project {
  readonly program: ts.Program;
  /** In the configuration and the sources; found out when asked for. */
  readonly mistakes: () => readonly ts.Diagnostic[];
}

/** Reads the sources that a tsconfig.json names, or those of them that are taken. */
export function readProject(
  config: string,
  changed: ts.CompilerOptions = {},
  isTaken: (file: string) => boolean = () => true,
): Project {
  const unread: ts.Diagnostic[] = [];
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (it: ts.Diagnostic) => unread.push(it) };
  const read = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  const program = ts.createProgram(read?.fileNames.filter(isTaken) ?? [], { ...read?.options, ...changed });
  return {
    program,
    mistakes: () => [...unread, ...(read?.errors ?? []), ...ts.getPreEmitDiagnostics(program)],
  };
}

/** As the compiler prints them; empty when there are none. */
export function told(mistakes: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnosticsWithColorAndContext(mistakes, {
    getCurrentDirectory: () => ".",
    getCanonicalFileName: (it) => it,
    getNewLine: () => "\n",
  });
}
