import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fallsOf, measureAgainst } from "./against.ts";
import { withBench } from "./bench.ts";
import { PACKAGE } from "./child.ts";
import { thisMachine } from "./machine.ts";
import type { Options } from "./options.ts";
import { measureParts } from "./parts.ts";
import { contestReport, headOf } from "./report.ts";
import { documentOf } from "./result.ts";
import { PROGRAM } from "./servers.ts";

/** Measures part by part, and prints each result as soon as it is there. False: this build is slower than it may be. */
export async function benchmark(options: Options): Promise<boolean> {
  if (options.build) build();
  if (!existsSync(PROGRAM)) throw new Error("dist/ does not exist: run npm run build");
  const machine = thisMachine(options.pin);
  // With --json the document alone is on standard output; what people read goes beside it.
  const print = options.json ? remark : say;
  print(headOf(machine, options));
  return withBench(options, remarkLine, async (bench) => {
    const result = await measureParts(bench, print);
    const against = options.against === undefined ? [] : await measureAgainst(bench, options.against);
    for (const contest of against) print(contestReport(contest));
    const whole = { ...result, contests: [...result.contests, ...against] };
    if (options.json) say(`${JSON.stringify(documentOf(machine, options, whole), undefined, 2)}\n`);
    const falls = fallsOf(against);
    for (const title of falls) print(`\nSlower by processor time than it may be: ${title}\n`);
    return falls.length === 0;
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
