/**
 * Loaded into each of mocha's workers, and into mocha itself.
 *
 * Mocha's pool kills a worker that has not ended after a second, and writing what it covered may take longer: an end that
 * has begun is not cut short.
 */
process.once("exit", () => {
  process.on("SIGTERM", () => undefined);
});

/**
 * Coverage is that of the workers: programs that tests start run the same code as the tests beside them, and they would
 * take longer and write a report each. Mocha itself is not a worker, and hands the variable on to them.
 */
if (process.connected) delete process.env["NODE_V8_COVERAGE"];
