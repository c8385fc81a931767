import { mkdir, rm } from "node:fs/promises";
import { ALL } from "./looks.ts";
import { asScript, givenIn, UsageError } from "../usage.ts";

const USAGE = `usage: npm run build, then npm run screenshots [-- portal | payer]
  makes the pictures of docs/images/ anew, and every look of the portal and of the payer's pages in screenshots/, or only
  those of one of them; needs Chromium, in its usual place or where TEST_CHROMIUM says
`;
const EXIT_WITHOUT_BROWSER = 2;

await asScript(USAGE, async (args) => {
  const { positionals } = givenIn({ args, allowPositionals: true });
  const [only = "all", ...others] = positionals;
  if (others.length > 0 || !["all", "payer", "portal"].includes(only))
    throw new UsageError(
      `there are pictures of the portal and of the payer's pages, not of ${positionals.join(" ")}`,
    );
  // Loaded once it is known that something is to be done: they bring the whole server.
  const { launchBrowser, NO_BROWSER } = await import("../browser.ts");
  const browser = await launchBrowser();
  if (browser === undefined) {
    process.stderr.write(`There is ${NO_BROWSER}\n`);
    process.exitCode = EXIT_WITHOUT_BROWSER;
    return;
  }
  const { picturePayer } = await import("./payer.ts");
  const { picturePortal } = await import("./portal.ts");
  await rm(ALL, { recursive: true, force: true });
  await mkdir(ALL);
  if (only !== "payer") await picturePortal(browser);
  if (only !== "portal") await picturePayer(browser);
  await browser.close();
});
