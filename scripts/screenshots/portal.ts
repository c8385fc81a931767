import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { readConfig } from "../../server/sandbox/config.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { ALL, FOR_DOCS, LOOKS } from "./looks.ts";
import { pictureTraffic } from "./traffic.ts";

interface View {
  readonly name: string;
  readonly place: string;
  readonly prepare: (page: Page) => Promise<unknown>;
}

const VIEWS: readonly View[] = [
  { name: "start", place: "start", prepare: (page) => page.getByText("Magic cards").waitFor() },
  {
    name: "traffic",
    place: "traffic?q=order-3",
    prepare: async (page) => {
      await page.getByRole("link", { name: "order-3" }).click();
      await page.getByText("As it would fit").waitFor();
    },
  },
  {
    name: "corrected",
    place: "traffic?q=order-3",
    prepare: async (page) => {
      await page.getByRole("link", { name: "order-3" }).click();
      await page.getByLabel("As it would fit", { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "order",
    place: "orders/order-1",
    prepare: (page) => page.getByRole("heading", { name: "Life" }).waitFor(),
  },
  {
    name: "failed-order",
    place: "orders/order-2",
    prepare: (page) => page.getByRole("button", { name: "Pay again", exact: true }).waitFor(),
  },
  {
    name: "scenarios",
    place: "scenarios",
    prepare: (page) => page.getByRole("heading", { name: "Files", exact: true }).waitFor(),
  },
  {
    name: "notifications",
    place: "notifications",
    prepare: async (page) => {
      await page.getByText("1 attempt failed").waitFor();
    },
  },
  {
    name: "verdict",
    place: "verdict",
    prepare: (page) => page.getByRole("heading", { name: "Reports" }).waitFor(),
  },
  {
    name: "merchant",
    place: "merchant",
    prepare: (page) => page.getByRole("heading", { name: "Tokens" }).waitFor(),
  },
  { name: "api", place: "docs/transact.PAY", prepare: (page) => page.getByText("Try it").waitFor() },
  {
    name: "api-search",
    place: "docs?q=refund",
    prepare: (page) => page.getByRole("heading", { name: "In the control API" }).waitFor(),
  },
  {
    name: "palette",
    place: "traffic",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      await page.keyboard.type("order-1");
    },
  },
];

/** Those that the docs show, on a light desktop. */
const CHOSEN: ReadonlySet<string> = new Set(
  "start traffic order notifications verdict api palette".split(" "),
);

/** Makes all of them anew. */
export async function picturePortal(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
  const sandbox = await startSandbox(
    readConfig({
      SANDBOX_PORT: "0",
      SANDBOX_DATA: join(folder, "data"),
      SANDBOX_CLOCK: "2030-01-15T10:20:30.400Z",
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_RETRIES: "3600",
    }),
    () => undefined,
  );
  await pictureTraffic(sandbox.url);
  for (const look of Object.keys(LOOKS))
    for (const view of VIEWS) await picture(browser, sandbox.url, { ...view, look });
  await sandbox.close();
  await rm(folder, { recursive: true });
}

async function picture(
  browser: Browser,
  url: string,
  { name, place, prepare, look }: View & { readonly look: string },
): Promise<void> {
  const context = await browser.newContext(LOOKS[look]);
  const page = await context.newPage();
  await page.goto(`${url}/_sandbox/#/${place}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await prepare(page);
  await page.screenshot({ path: `${ALL}/portal-${name}-${look}.png` });
  if (look === "desktop" && CHOSEN.has(name)) await page.screenshot({ path: `${FOR_DOCS}/${name}.png` });
  await context.close();
}
