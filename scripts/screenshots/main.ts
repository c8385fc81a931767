import { mkdir, rm } from "node:fs/promises";
import { ALL } from "./looks.ts";
import { asScript, givenIn, UsageError } from "../usage.ts";

const USAGE = `usage: npm run build, then npm run screenshots [-- portal | payer]
  makes the pictures of docs/images/ anew, and every look of the portal and of the payer's pages in screenshots/, or only
  those of one of them; needs Chromium
`;
const CHROMIUM = "/usr/bin/chromium";

await asScript(USAGE, async (args) => {
  const { positionals } = givenIn({ args, allowPositionals: true });
  const [only = "all", ...others] = positionals;
  if (others.length > 0 || !["all", "payer", "portal"].includes(only))
    throw new UsageError(
      `there are pictures of the portal and of the payer's pages, not of ${positionals.join(" ")}`,
    );
  // Loaded once it is known that something is to be done: they bring the whole server.
  const { chromium } = await import("playwright-core");
  const { picturePayer } = await import("./payer.ts");
  const { picturePortal } = await import("./portal.ts");
  await rm(ALL, { recursive: true, force: true });
  await mkdir(ALL);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  if (only !== "payer") await picturePortal(browser);
  if (only !== "portal") await picturePayer(browser);
  await browser.close();
});
