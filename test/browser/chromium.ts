import { existsSync } from "node:fs";
import type { Context } from "mocha";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

/** Where Debian and others put it. The shell is the same engine without windows, and takes less than half of the processor time. */
const USUAL = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const GIVEN = process.env["TEST_CHROMIUM"];
const PLACES = GIVEN === undefined ? USUAL : [GIVEN];

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A real browser; undefined where there is none. */
export async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) return undefined;
  return chromium.launch({ executablePath, headless: true, args: QUIET });
}

/** The browser of this process: its suites follow one another, and each has tabs of its own. */
let shared: Browser | undefined;

/** A real browser. Without one the suite is skipped and says why; in CI, a skipped test is a failure. */
export async function openBrowser(suite: Context): Promise<Browser> {
  // It may have crashed under the suite before.
  if (shared?.isConnected() !== true) shared = await launchBrowser();
  if (shared !== undefined) return shared;
  const why = `no browser at ${PLACES.join(" or ")}; install it with: apt-get install chromium-headless-shell`;
  process.stderr.write(`\n  SKIPPED: the tests in a real browser, as there is ${why}\n`);
  return suite.skip();
}

/** Ends what a suite has open. The browser goes with a worker of mocha, which is ended; mocha itself would wait for it. */
export async function leaveBrowser(): Promise<void> {
  await Promise.all((shared?.contexts() ?? []).map((context) => context.close()));
  if (!process.connected) await shared?.close();
}
