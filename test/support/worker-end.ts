/**
 * Loaded into each of mocha's workers. Mocha's pool kills a worker that has not ended after a second, and writing what it
 * covered may take longer: an end that has begun is not cut short.
 */
process.once("exit", () => {
  process.on("SIGTERM", () => undefined);
});
