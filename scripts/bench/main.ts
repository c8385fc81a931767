import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { asScript } from "../usage.ts";
import { reasonOf } from "../../server/domain/thrown.ts";
import { fallsOf, measureAgainst } from "./against.ts";
import { withBench } from "./bench.ts";
import { PACKAGE } from "./child.ts";
import { thisMachine } from "./machine.ts";
import { readOptions, USAGE } from "./options.ts";
import { measureParts } from "./parts.ts";
import { contestReport, headOf } from "./report.ts";
import { documentOf } from "./result.ts";
import { PROGRAM } from "./servers.ts";

const EXIT_FAILED = 1;

/** Measures part by part, and prints each result as soon as it is there. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.build) build();
  if (!existsSync(PROGRAM)) throw new Error("dist/ does not exist: run npm run build");
  const machine = thisMachine(options.pin);
  // With --json the document alone is on standard output; what people read goes beside it.
  const print = options.json ? remark : say;
  print(headOf(machine, options));
  await withBench(options, remarkLine, async (bench) => {
    const result = await measureParts(bench, print);
    const against = options.against === undefined ? [] : await measureAgainst(bench, options.against);
    for (const contest of against) print(contestReport(contest));
    const whole = { ...result, contests: [...result.contests, ...against] };
    if (options.json) say(`${JSON.stringify(documentOf(machine, options, whole), undefined, 2)}\n`);
    const falls = fallsOf(against);
    for (const title of falls) print(`\nSlower by processor time than it may be: ${title}\n`);
    if (falls.length > 0) process.exitCode = EXIT_FAILED;
  });
}

/** What is measured is what would be published, not what was built some time ago. */
function build(): void {
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: PACKAGE,
    stdio: ["ignore", 2, "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("the build failed: run npm run build to see why");
}

function say(text: string): void {
  process.stdout.write(text);
}

function remark(text: string): void {
  process.stderr.write(text);
}

function remarkLine(sentence: string): void {
  remark(`# ${sentence}\n`);
}

asScript(USAGE, main).catch((error: unknown) => {
  process.stderr.write(`benchmark: ${reasonOf(error)}\n`);
  process.exitCode = EXIT_FAILED;
});
