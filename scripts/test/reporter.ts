import Mocha from "mocha";

/**
 * Dots, and before the summary the tests that failed once and were tried again, which only CI does: on a busy machine a
 * browser or a process may be late once, but it must be seen.
 */
export default class RetryReporter extends Mocha.reporters.Dot {
  readonly #retried: string[] = [];

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      this.#retried.push(`    ${test.fullTitle()}: ${error.message}\n`);
    });
  }

  override epilogue(): void {
    if (this.#retried.length > 0) process.stdout.write(`\n\n  Tried again:\n${this.#retried.join("")}`);
    super.epilogue();
  }
}
