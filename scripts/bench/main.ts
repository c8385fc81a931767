import { asScript } from "../usage.ts";
import { reasonOf } from "../../server/domain/thrown.ts";
import { readOptions, USAGE } from "./options.ts";

const EXIT_FAILED = 1;

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  // Loaded once it is known that something is to be done: it brings most of the server.
  const { benchmark } = await import("./benchmark.ts");
  if (!(await benchmark(options))) process.exitCode = EXIT_FAILED;
}

asScript(USAGE, main).catch((error: unknown) => {
  process.stderr.write(`benchmark: ${reasonOf(error)}\n`);
  process.exitCode = EXIT_FAILED;
});
