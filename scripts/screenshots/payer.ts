import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { readConfig } from "../../server/sandbox/config.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { ALL, FOR_DOCS, LOOKS } from "./looks.ts";
import { merchantAt } from "./merchant.ts";
import type { Merchant } from "./merchant.ts";

/** The pages that payers see, in every look: all of them to be looked at, and a few for the docs. */

/** The shop is plain JavaScript, as a merchant's own would be. */
const SHOP = new URL("../../examples/shop/server.js", import.meta.url).href;
interface ShopModule {
  readonly openShop: (
    settings: object,
  ) => Promise<{ readonly port: number; readonly close: () => Promise<void> }>;
}

/** The card that has a challenge. */
const CARD = { number: "5123450000000008", expiryMonth: "01", expiryYear: "39", securityCode: "100" };
const DECLINED = { ...CARD, number: "4000000000000507" };

interface Scene {
  readonly page: Page;
  readonly merchant: Merchant;
  readonly shop: string;
  /** Of the payer; the shop speaks English only. */
  readonly locale: string;
}

interface View {
  readonly prepare: (scene: Scene) => Promise<unknown>;
  /** The shop's own pages have one language. */
  readonly isOfShop?: boolean;
}

const VIEWS: Readonly<Record<string, View>> = {
  "payment-page": { prepare: (scene) => openCheckout(scene) },
  wrong: {
    prepare: async (scene) => {
      await openCheckout(scene);
      await fill(scene.page, { ...CARD, number: "5123450000000009", securityCode: "1" });
      await scene.page.locator("#nameOnCard").focus();
    },
  },
  declined: {
    prepare: async (scene) => {
      await openCheckout(scene);
      await pay(scene.page, DECLINED);
      await scene.page.getByRole("alert").filter({ hasText: "DECLINED" }).waitFor();
    },
  },
  receipt: {
    prepare: async (scene) => {
      await openCheckout(scene);
      await pay(scene.page, CARD);
      await scene.page.waitForURL(/\/checkout\/receipt\//);
    },
  },
  over: {
    prepare: async (scene) => {
      const session = await openCheckout(scene, { timeout: 1 });
      // The page looks at itself again when the time is over.
      await scene.page.locator(".notice.bad").waitFor();
      await scene.page.goto(`${scene.merchant.gateway}/checkout/pay/${session}`);
    },
  },
  "shop-embedded": {
    isOfShop: true,
    prepare: async (scene) => {
      await order(scene, "embedded");
      await scene.page.frameLocator('iframe[title="Payment"]').locator("#number").waitFor();
    },
  },
  "shop-fields": {
    isOfShop: true,
    prepare: async (scene) => {
      await order(scene, "fields");
      await fillShop(scene.page);
    },
  },
  "shop-challenge": {
    isOfShop: true,
    prepare: async (scene) => {
      await order(scene, "fields");
      await fillShop(scene.page);
      await scene.page.getByRole("button", { name: "Pay" }).click();
      await scene.page.frameLocator("#challengeFrame").locator("#acssubmit").waitFor();
    },
  },
  challenge: {
    prepare: async ({ merchant, page }) => {
      await page.setContent(await merchant.challengeForm());
      await page.locator("#acssubmit").waitFor();
    },
  },
  "challenge-wrong": {
    prepare: async ({ merchant, page }) => {
      await page.setContent(await merchant.challengeForm());
      await page.locator("#code").fill("000000");
      await page.locator("#acssubmit").click();
      await page.locator("#code[aria-invalid]").waitFor();
    },
  },
  "issuer-1": {
    prepare: async ({ merchant, page }) => {
      await page.setContent(await merchant.issuerForm());
      await page.locator("#acssubmit").waitFor();
    },
  },
};

/** Those that the docs show, by the names of their images there. */
const CHOSEN: Readonly<Record<string, string>> = {
  "payment-page en desktop": "payment-page",
  "declined ar phone-dark": "payment-page-phone",
  "shop-fields en desktop": "card-fields",
  "shop-challenge en desktop": "challenge",
};

const SHOTS = Object.keys(LOOKS).flatMap((look) =>
  Object.entries(VIEWS).flatMap(([name, { isOfShop = false }]) =>
    (isOfShop ? ["en"] : ["en", "ar"]).map((locale) => ({ name, locale, look })),
  ),
);

/** Makes all of them anew. */
export async function picturePayer(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
  const settings = { SANDBOX_PORT: "0", SANDBOX_MODE: "gateway", SANDBOX_DATA: join(folder, "data") };
  const sandbox = await startSandbox(readConfig(settings), () => undefined);
  const merchant = merchantAt(sandbox.url);
  const { id, password, gateway } = merchant;
  const { openShop } = (await import(SHOP)) as ShopModule;
  const shop = await openShop({ gateway, merchant: id, password, host: "127.0.0.1", port: 0 });
  for (const { name, locale, look } of SHOTS) {
    const context = await browser.newContext({ ...LOOKS[look], locale });
    const page = await context.newPage();
    await VIEWS[name]?.prepare({ page, merchant, locale, shop: `http://127.0.0.1:${shop.port}` });
    await page.screenshot({ path: `${ALL}/${name}-${locale}-${look}.png`, fullPage: true });
    const place = CHOSEN[`${name} ${locale} ${look}`];
    if (place !== undefined) await page.screenshot({ path: `${FOR_DOCS}/${place}.png`, fullPage: true });
    await context.close();
  }
  await shop.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
}

/** Opens the payment page of a new checkout, and gives its session. */
async function openCheckout({ page, merchant, locale }: Scene, interaction: object = {}): Promise<string> {
  const session = await merchant.beginCheckout({ locale, ...interaction });
  await page.goto(`${merchant.gateway}/checkout/pay/${session}`);
  return session;
}

async function fill(page: Page, card: typeof CARD): Promise<void> {
  for (const [id, value] of Object.entries(card)) await page.locator(`#${id}`).fill(value);
}

async function pay(page: Page, card: typeof CARD): Promise<void> {
  await fill(page, card);
  await page.locator("button.main").click();
}

async function order({ page, shop }: Scene, way: string): Promise<void> {
  await page.goto(shop);
  await page.locator(`button[value="${way}"]`).click();
  await page.waitForURL(/\/pay$/);
}

/** The fields of the shop's own form, which are frames. */
async function fillShop(page: Page): Promise<void> {
  await page.locator("body.ready").waitFor({ state: "attached" });
  const values = {
    "cardholder-name": "Ida Example",
    "card-number": CARD.number,
    "expiry-month": CARD.expiryMonth,
    "expiry-year": CARD.expiryYear,
    "security-code": CARD.securityCode,
  };
  for (const [id, value] of Object.entries(values))
    await page.frameLocator(`#${id} + iframe`).locator(".field").fill(value);
}
