import { expect } from "chai";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A payer's tab, with an ear on everything that a test has to find nothing of. */
export interface Tab {
  readonly page: Page;
  /** Fails when the browser complained of anything, or asked another host for anything. */
  readonly expectQuiet: () => void;
  readonly close: () => Promise<void>;
}

/**
 * A browser tells every answer that is no success as an error, also the form that a page shows again, and the file that was
 * changed meanwhile.
 */
const SHOWN_AGAIN = /^Failed to load resource: the server responded with a status of (400|409)/;

export async function openTab(
  browser: Browser | undefined,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  if (browser === undefined) throw new Error("there is no browser");
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  context.on("console", (message) => {
    const isFault = message.type() === "error" || message.type() === "warning";
    if (isFault && !SHOWN_AGAIN.test(message.text())) complaints.push(message.text());
  });
  context.on("weberror", (fault) => complaints.push(fault.error().message));
  const away: string[] = [];
  context.on("request", (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    const isHere =
      protocol === "data:" || protocol === "blob:" || /^(127\.0\.0\.1|localhost)$/.test(hostname);
    if (!isHere) away.push(href);
  });
  return {
    page,
    expectQuiet: () => {
      expect(complaints, "complaints of the browser").to.deep.equal([]);
      expect(away, "requests to other hosts").to.deep.equal([]);
    },
    close: () => context.close(),
  };
}
