import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startWith } from "../flows/started.ts";
import type { Setting, Started } from "../flows/started.ts";
import { leaveBrowser, openBrowser } from "./chromium.ts";
import { openShop } from "./shop.ts";
import type { Shop } from "./shop.ts";
import { openTab } from "./tab.ts";
import type { Tab } from "./tab.ts";

/** What the tests of a suite play on; each of them has a tab of its own. */
export interface Stage {
  readonly running: Started;
  /** The sandbox's address. */
  readonly url: string;
  readonly shop: Shop;
  readonly tab: Tab;
  /** The tab's page. */
  readonly page: Page;
  /** One more tab, for the test to close. */
  readonly openTab: (options: BrowserContextOptions) => Promise<Tab>;
}

/** Widths and colours that pages are looked at in. */
export const LOOKS = [
  { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** The shop has no certificate, and only the mode observe lets addresses without https pass. */
const OBSERVING: Setting = { environment: { SANDBOX_MODE: "observe" } };

/** A sandbox, a shop on another site and a browser for the suite that calls this, from its first test to its last. */
export function setStage(setting = OBSERVING): Stage {
  let browser: Browser | undefined;
  let shop: Shop | undefined;
  let running: Started | undefined;
  let tab: Tab | undefined;
  before(async function () {
    browser = await openBrowser(this);
    [shop, running] = await Promise.all([openShop(), startWith(setting)]);
  });
  after(async () => {
    await leaveBrowser();
    await shop?.close();
    await running?.stop();
  });
  beforeEach(async () => {
    tab = await openTab(browser);
  });
  afterEach(() => tab?.close());
  return {
    get running() {
      return there(running);
    },
    get url() {
      return there(running).sandbox.url;
    },
    get shop() {
      return there(shop);
    },
    get tab() {
      return there(tab);
    },
    get page() {
      return there(tab).page;
    },
    openTab: (options) => openTab(browser, options),
  };
}

function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("the stage is set when the first test begins");
  return part;
}

/** Opens a place of the portal, and waits until it hears of what comes in. */
export async function showPortal(stage: Stage, place: string, { page } = stage.tab): Promise<void> {
  await page.goto(`${stage.url}/_sandbox/#/${place}`);
  await page.getByText("Live", { exact: true }).waitFor();
}
