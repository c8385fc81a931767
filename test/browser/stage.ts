import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startWith } from "../flows/started.ts";
import type { Setting, Started } from "../flows/started.ts";
import { leaveBrowser, openBrowser } from "./chromium.ts";
import { openShop } from "./shop.ts";
import type { Shop } from "./shop.ts";
import { openTab } from "./tab.ts";
import type { Tab } from "./tab.ts";

/** A sandbox, a shop on another site and a browser. */
export interface Scene {
  readonly running: Started;
  /** The sandbox's address. */
  readonly url: string;
  readonly shop: Shop;
  /** For the test to close. */
  readonly openTab: (options?: BrowserContextOptions) => Promise<Tab>;
}

/** What the tests of a suite play on; each of them has a tab of its own. */
export interface Stage extends Scene {
  readonly tab: Tab;
  /** The tab's page. */
  readonly page: Page;
}

/** Widths and colours that pages are looked at in. */
export const LOOKS = [
  { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** The shop has no certificate, and only the mode observe lets addresses without https pass. */
const OBSERVING: Setting = { environment: { SANDBOX_MODE: "observe" } };

/** The scene of the suite that calls this, from its first test to its last. Where there is no browser, none of it is set. */
export function setScene(setting: Setting): Scene {
  let browser: Browser | undefined;
  let shop: Shop | undefined;
  let running: Started | undefined;
  before(async function () {
    browser = await openBrowser(this);
    [shop, running] = await Promise.all([openShop(), startWith(setting)]);
  });
  after(async () => {
    await leaveBrowser();
    await shop?.close();
    await running?.stop();
  });
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
    openTab: (options) => openTab(browser, options),
  };
}

export function setStage(setting = OBSERVING): Stage {
  const scene = setScene(setting);
  let tab: Tab | undefined;
  beforeEach(async () => {
    tab = await scene.openTab();
  });
  afterEach(() => tab?.close());
  return Object.defineProperties(scene as Stage, {
    tab: { get: () => there(tab) },
    page: { get: () => there(tab).page },
  });
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
