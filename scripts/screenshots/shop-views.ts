import type { Page } from "playwright-core";
import { CARD, pay } from "./scene.ts";
import type { Scene, View } from "./scene.ts";

/** The pages of the demonstration shop, with what the gateway shows in them. */
export const SHOP_VIEWS: Readonly<Record<string, View>> = {
  "shop-home": { isEnglish: true, prepare: ({ page, shop }) => page.goto(shop) },
  "shop-embedded": {
    isEnglish: true,
    prepare: async (scene) => {
      await order(scene, "embedded");
      await formIn(scene.page).locator("#number").waitFor();
    },
  },
  "shop-fields": {
    isEnglish: true,
    prepare: async (scene) => {
      await order(scene, "fields");
      await fillFields(scene.page);
    },
  },
  "shop-challenge": {
    isEnglish: true,
    prepare: async (scene) => {
      await order(scene, "fields");
      await fillFields(scene.page);
      await scene.page.getByRole("button", { name: "Pay" }).click();
      await scene.page.frameLocator("#challengeFrame").locator("#acssubmit").waitFor();
    },
  },
  "shop-order": {
    isEnglish: true,
    prepare: async (scene) => {
      await order(scene, "embedded");
      await pay(formIn(scene.page), CARD);
      await scene.page.getByText("Thank you").waitFor();
    },
  },
  "shop-order-unpaid": {
    isEnglish: true,
    prepare: async (scene) => {
      await order(scene, "redirected");
      await scene.page.goto(scene.page.url().replace(/\/pay$/, ""));
    },
  },
};

async function order({ page, shop }: Scene, way: string): Promise<void> {
  await page.goto(shop);
  await page.locator(`button[value="${way}"]`).click();
  await page.waitForURL(/\/pay$/);
}

const formIn = (page: Page): Pick<Page, "locator"> => page.frameLocator('iframe[title="Payment"]');

/** The fields of the shop's own form, which are frames. */
async function fillFields(page: Page): Promise<void> {
  await page.locator("#pay:enabled").waitFor();
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
