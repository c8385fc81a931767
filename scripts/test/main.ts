import { programs, SHARED, startPostgres, STORIES_OVER } from "../../test/support/postgres.ts";
import { build, findings, heard, MOCHA, PARALLEL, succeeds } from "./running.ts";

/**
 * What CI judges: types, lint, format and tests. All but the tests is checked beside the build and them, so that all
 * cores are busy; what is found is told after the tests' own summary.
 */

/** Those that start processes take longest, and come first. */
const FILES = [
  "test/{fuzz,process,soak}/**/*.test.ts",
  "test/*.test.ts",
  "test/!(fuzz|process|soak)/**/*.test.ts",
];

/**
 * What is told a second time, over PostgreSQL, where there is one: whatever a decision can depend on. It is told beside
 * all others, which wait for processes and browsers so often that there is time enough.
 */
const STORIES = [
  ...["races", "same-request", "armed-rules", "failed-commit", "repeated-work", "effects", "stories"],
  ...["sessions", "tokens", "notifications", "notification-causes", "kept-limits"],
  ...["kept-pages", "kept-records", "stray-pages", "kept-fuzz"],
].map((name) => `test/flows/${name}.test.ts`);
const RESETS = ["reset", "reset-notifications", "reset-waits"].map((name) => `test/http/${name}.test.ts`);

const ALL = ["c8", ...PARALLEL, ...FILES];

const style = findings(["npm", "run", "--silent", "check"]);
const mistakes = await build();
const isTested = mistakes === "" && (await test());
const found = mistakes + (await style);
process.stderr.write(found);
process.exitCode = isTested && found === "" ? 0 : 1;

async function test(): Promise<boolean> {
  const folder = programs();
  // Without one the tests that need it say so.
  if (folder === undefined) return succeeds(ALL);
  const { url, stop } = await startPostgres(folder);
  try {
    const again = heard([...MOCHA, ...STORIES, ...RESETS], { [STORIES_OVER]: url });
    const isTested = await succeeds(ALL, { [SHARED]: url });
    const { isGood, output } = await again;
    process.stdout.write(output);
    return isTested && isGood;
  } finally {
    await stop();
  }
}
