import { mkdir, rm } from "node:fs/promises";
import { chromium } from "playwright-core";
import { ALL } from "./looks.ts";
import { picturePayer } from "./payer.ts";
import { picturePortal } from "./portal.ts";

/** Makes the pictures of docs/images/ anew, and every look of the portal and of the payer's pages in screenshots/: npm run build, then npm run screenshots, or with `-- portal` or `-- payer` only those. Needs Chromium. */
const CHROMIUM = "/usr/bin/chromium";

const [only] = process.argv.slice(2);
await rm(ALL, { recursive: true, force: true });
await mkdir(ALL);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
if (only !== "payer") await picturePortal(browser);
if (only !== "portal") await picturePayer(browser);
await browser.close();
