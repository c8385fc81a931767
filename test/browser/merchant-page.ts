import { expect } from "chai";
import type { FrameLocator, Page } from "playwright-core";
import { CARD_FORM } from "./checkout-client.ts";

/** What a merchant's page calls back with, in order: `["complete", …arguments]`. */
export type Calls = readonly (readonly unknown[])[];

const SCRIPTS = {
  61: "/checkout/version/61/checkout.js",
  100: "/checkout/version/100/checkout.js",
  latest: "/static/checkout/checkout.min.js",
} as const;

export interface MerchantPage {
  readonly sandbox: string;
  readonly script: keyof typeof SCRIPTS;
  /** Attributes of the script element. */
  readonly attributes?: string;
  /** What the page runs once the script is there. */
  readonly run: string;
  /** Creates the script's element so often at run time; undefined: it stands in the page once. */
  readonly created?: number;
  readonly content?: string;
}

export const CALLBACKS =
  'data-error="onError" data-cancel="onCancel" data-complete="onComplete" data-timeout="onTimeout"';

/** A page of a shop whose content security policy allows the sandbox and nothing else, and that keeps what it is told. */
export function merchantPage(page: MerchantPage): string {
  const { sandbox, script, attributes = CALLBACKS, run, created, content = "" } = page;
  const policy = `default-src 'none'; script-src ${sandbox} 'nonce-shop'; connect-src ${sandbox}; frame-src ${sandbox}; img-src 'self'`;
  const source = sandbox + SCRIPTS[script];
  const element = `<script src="${source}" ${attributes}></script>`;
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">
    ${created === undefined ? element : ""}
    <body><h1>Basket</h1><div id="payment"></div>${content}
    <script nonce="shop">
      const calls = (window.calls = []);
      for (const name of ["Error", "Cancel", "Complete", "Timeout", "Shown"])
        window["on" + name] = (...values) => {
          calls.push([name.toLowerCase(), ...values]);
          document.body.classList.add("told-" + name.toLowerCase());
        };
      window.run = () => { ${run} };
      ${created === undefined ? "run();" : createdAtRunTime(source, attributes, created)}
    </script>`;
}

function createdAtRunTime(source: string, attributes: string, times: number): string {
  const pairs = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return `let left = ${times};
    const load = () => {
      const script = document.createElement("script");
      script.src = "${source}?nocache=" + left;
      for (const [name, value] of ${JSON.stringify(pairs)}) script.setAttribute(name, value);
      script.async = true;
      // Configured after the first, shown after the last: nothing of it may be lost in between.
      script.onload = () => { if ((left -= 1) > 0) { configureOnce(); load(); } else run(); };
      document.head.append(script);
    };
    load();`;
}

export async function callsOf(page: Page): Promise<Calls> {
  return page.evaluate<Calls>("window.calls");
}

/** Waits until the page was called with this name, and gives the call's arguments. */
export async function calledBack(page: Page, name: string): Promise<readonly unknown[]> {
  await page.locator(`body.told-${name}`).waitFor({ state: "attached" });
  return (await callsOf(page)).find(([called]) => called === name)?.slice(1) ?? [];
}

/** The frame in which the payer sees the form. */
export function formFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Payment"]');
}

/** Fills the form, in a frame or on a page of its own, and pays. */
export async function payWith(form: FrameLocator | Page, number = CARD_FORM.number): Promise<void> {
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel("Expiry month").fill(CARD_FORM.expiryMonth);
  await form.getByLabel("Expiry year").fill(CARD_FORM.expiryYear);
  await form.getByLabel("Security code").fill(CARD_FORM.securityCode);
  await form.getByRole("button", { name: "Pay", exact: false }).first().click();
}

/** Nothing that is the payer's alone is in the merchant's page, nor in what it keeps. */
export async function expectNoCard(page: Page): Promise<void> {
  const seen = await page.evaluate<string>(
    "document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })",
  );
  expect(seen.replace(/\D/g, "")).not.to.contain(CARD_FORM.number.replace(/\D/g, ""));
}
