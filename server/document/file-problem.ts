/** One mistake in a file that people write. Line and column count from 1; both are 0 when no line can be named. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Every mistake of the files that were read, in the order of the files and their lines. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[], options?: ErrorOptions) {
    super(problems.map(formatProblem).join("\n"), options);
    this.problems = problems;
  }
}

/** `scenarios/default.yaml:12:9 unknown key "oprder"; did you mean "order"?` */
function formatProblem({ file, line, column, message }: FileProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}:${column} ${message}`;
}
