/** One mistake in the scenario files. Line and column count from 1; both are 0 when no line can be named. */
export interface ScenarioProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Every mistake of every active scenario file, in the order of the files and their lines. */
export class ScenarioError extends Error {
  override readonly name = "ScenarioError";
  readonly problems: readonly ScenarioProblem[];

  constructor(problems: readonly ScenarioProblem[], options?: ErrorOptions) {
    super(problems.map(formatProblem).join("\n"), options);
    this.problems = problems;
  }
}

/** `scenarios/default.yaml:12:9 unknown key "oprder"; did you mean "order"?` */
function formatProblem({ file, line, column, message }: ScenarioProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}:${column} ${message}`;
}
