import type { Context } from "mocha";
import type { Browser } from "playwright-core";
import { launchBrowser, NO_BROWSER } from "../../scripts/browser.ts";

/** The browser of this process: its suites follow one another, and each has tabs of its own. */
let shared: Browser | undefined;

/** A real browser. Without one the suite is skipped and says why; in CI, a skipped test is a failure. */
export async function openBrowser(suite: Context): Promise<Browser> {
  // It may have crashed under the suite before.
  if (shared?.isConnected() !== true) shared = await launchBrowser();
  if (shared !== undefined) return shared;
  process.stderr.write(`\n  SKIPPED: the tests in a real browser, as there is ${NO_BROWSER}\n`);
  return suite.skip();
}

/** Ends what a suite has open. The browser goes with a worker of mocha, which is ended; mocha itself would wait for it. */
export async function leaveBrowser(): Promise<void> {
  await Promise.all((shared?.contexts() ?? []).map((context) => context.close()));
  if (!process.connected) await shared?.close();
}
