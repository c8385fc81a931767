import { existsSync } from "node:fs";
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

/** What there is where nothing was launched, and what to do about it. */
export const NO_BROWSER = `no browser at ${PLACES.join(" or ")}; install it with: apt-get install chromium-headless-shell`;
