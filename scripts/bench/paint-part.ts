import type { Browser } from "playwright-core";
import { launchBrowser, NO_BROWSER } from "../browser.ts";
import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { FLOWS } from "./requests.ts";
import { send } from "./sending.ts";
import { QUIET } from "./servers.ts";

/** How soon the portal's traffic is there with a full journal, each time in a browser that has nothing in its cache. */
export interface PaintFigures {
  readonly exchanges: number;
  readonly times: readonly Painted[];
}

/** Milliseconds from the request for the page. */
interface Painted {
  /** Until the browser first showed anything of the page. */
  readonly paintedMs: number;
  /** Until the newest exchange stood there. */
  readonly firstRowMs: number;
  /** Until the list held all of them. */
  readonly allRowsMs: number;
}

/** Nothing where there is no browser. */
export async function measurePaint(bench: Bench): Promise<PaintFigures | undefined> {
  const browser = await launchBrowser();
  if (browser === undefined) {
    bench.tell(`how soon the portal is there is not measured, as there is ${NO_BROWSER}`);
    return undefined;
  }
  try {
    return await withHall({ ...bench, cores: { ...bench.cores, servers: undefined } }, async (hall) => {
      const { exchanges, restarts } = bench.options;
      const settings = { SANDBOX_JOURNAL_SIZE: String(exchanges), SANDBOX_JOURNAL_BYTES: "134217728" };
      const { url } = await hall.sandbox({ ...QUIET, ...settings });
      bench.tell(`${exchanges} payments, for the portal to show`);
      for (let order = 1; order <= exchanges; order += 1) await send(url, FLOWS.PAY[0], `order-${order}`);
      const times: Painted[] = [];
      for (let time = 1; time <= restarts; time += 1) {
        bench.tell(`portal ${time} of ${restarts}`);
        times.push(await paintedOnce(browser, url, exchanges));
      }
      return { exchanges, times };
    });
  } finally {
    await browser.close();
  }
}

async function paintedOnce(browser: Browser, url: string, exchanges: number): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/_sandbox/#/traffic`);
  await page.locator(".row").first().waitFor();
  const firstRowMs = await page.evaluate<number>("performance.now()");
  await page.locator(".count", { hasText: String(exchanges) }).waitFor();
  const allRowsMs = await page.evaluate<number>("performance.now()");
  const paintedMs = await page.evaluate<number>(
    "performance.getEntriesByName('first-contentful-paint')[0].startTime",
  );
  await context.close();
  return { paintedMs, firstRowMs, allRowsMs };
}
