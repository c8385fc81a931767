import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { readConfig } from "../../server/sandbox/config.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { picturePayer } from "./payer.ts";
import { pictureTraffic } from "./traffic.ts";

/** Makes the pictures of docs/images/ anew, and every look of the payer's pages in screenshots/: npm run build, then npm run screenshots. Needs Chromium. */
const FOLDER = "docs/images";
const CHROMIUM = "/usr/bin/chromium";

const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
const sandbox = await startSandbox(
  readConfig({
    SANDBOX_PORT: "0",
    SANDBOX_DATA: join(folder, "data"),
    SANDBOX_CLOCK: "2030-01-15T10:20:30.400Z",
  }),
  () => undefined,
);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
await pictureTraffic(sandbox.url);
await picture("start", "start", async () => page.getByText("Magic cards").waitFor());
await picture("traffic", "traffic?q=order-3", async () => {
  await page.getByRole("link", { name: "order-3" }).click();
  await page.getByText("As it would fit").waitFor();
});
await picture("order", "orders/order-1", async () => page.getByRole("heading", { name: "Life" }).waitFor());
await picture("verdict", "verdict", async () => page.getByRole("heading", { name: "Reports" }).waitFor());
await picture("api", "docs/transact.PAY?api=v100", async () => page.getByText("Try it").waitFor());
await picture("palette", "traffic", async () => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to" }).waitFor();
  await page.keyboard.type("order-1");
});
await picturePayer(browser);
await browser.close();
await sandbox.close();
await rm(folder, { recursive: true });

async function picture(
  name: string,
  place: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<void> {
  await page.goto(`${sandbox.url}/_sandbox/#/${place}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await prepare(page);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}
