import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { readConfig } from "../../server/sandbox/config.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";

/**
 * How soon the portal's traffic is there with a full journal: npm run build, then npx tsx scripts/bench/paint.ts. Needs
 * Chromium. Each time is measured in a browser that has nothing in its cache, in milliseconds from the request for the page.
 */
const CHROMIUM = "/usr/bin/chromium";
const EXCHANGES = 10_000;
const AT_ONCE = 50;
const TIMES = 5;

const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
const sandbox = await startSandbox(
  readConfig({
    SANDBOX_PORT: "0",
    SANDBOX_DATA: join(folder, "data"),
    SANDBOX_JOURNAL_SIZE: String(EXCHANGES),
    SANDBOX_JOURNAL_BYTES: "134217728",
  }),
  () => undefined,
);
await fill(sandbox.url);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const measured = [];
for (let time = 0; time < TIMES; time += 1) measured.push(await measure(browser, sandbox.url));
for (const what of ["painted", "firstRow", "allRows"] as const) {
  const sorted = measured.map((it) => it[what]).sort((one, other) => one - other);
  process.stdout.write(
    `${what}: median ${Math.round(sorted[2] ?? 0)} ms, all ${sorted.map(Math.round).join(" ")}\n`,
  );
}
await browser.close();
await sandbox.close();
await rm(folder, { recursive: true });

async function fill(url: string): Promise<void> {
  const headers = { Authorization: `Basic ${btoa("merchant.TESTPAINT:sandbox")}` };
  const card = { number: "5123450000000008", expiry: { month: "01", year: "39" } };
  const body = JSON.stringify({
    apiOperation: "PAY",
    order: { amount: "12.34", currency: "USD" },
    sourceOfFunds: { type: "CARD", provided: { card } },
  });
  let next = 0;
  const send = async (): Promise<void> => {
    for (next += 1; next <= EXCHANGES; next += 1) {
      const path = `/api/rest/version/100/merchant/TESTPAINT/order/o-${next}/transaction/1`;
      await (await fetch(url + path, { method: "PUT", headers, body })).text();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

interface Measured {
  /** When the browser first showed anything of the page. */
  readonly painted: number;
  /** When the newest exchange stood there. */
  readonly firstRow: number;
  /** When the list held all of them. */
  readonly allRows: number;
}

async function measure(it: Browser, url: string): Promise<Measured> {
  const context = await it.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/_sandbox/#/traffic`);
  await page.locator(".row").first().waitFor();
  const firstRow = await page.evaluate<number>("performance.now()");
  await page.locator(".count", { hasText: String(EXCHANGES) }).waitFor();
  const allRows = await page.evaluate<number>("performance.now()");
  const painted = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  );
  await context.close();
  return { painted, firstRow, allRows };
}
