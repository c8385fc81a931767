import type { Page } from "playwright-core";
import { CARD, fill, pay } from "./scene.ts";
import type { Scene, View } from "./scene.ts";

const DECLINED = { ...CARD, number: "4000000000000507" };

/** The pages that the gateway, the issuer and the provider of browser payments show to payers. */
export const GATEWAY_VIEWS: Readonly<Record<string, View>> = {
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
  over: { prepare: async (scene) => waitUntilOver(scene, { interaction: { timeout: 1 } }) },
  "link-expired": {
    prepare: async (scene) => {
      const expiryDateTime = new Date(Date.now() + 1000).toISOString();
      await waitUntilOver(scene, linked({ expiryDateTime }));
    },
  },
  "link-declined": { prepare: useUp },
  "link-used-up": {
    prepare: async (scene) => {
      const session = await useUp(scene);
      await scene.page.goto(`${scene.merchant.gateway}/checkout/pay/${session}`);
    },
  },
  lightbox: {
    inWindow: true,
    prepare: async ({ page, merchant, shop, locale }) => {
      const configuration = {
        session: { id: await merchant.beginOldCheckout({ locale }) },
        interaction: { merchant: { name: "Leaf & Pot" } },
      };
      await page.goto(shop);
      await page.addScriptTag({ url: `${merchant.gateway}/checkout/version/61/checkout.js` });
      await page.evaluate(`Checkout.configure(${JSON.stringify(configuration)}); Checkout.showLightbox();`);
      await page.frameLocator('iframe[title="Payment"]').locator("#number").waitFor();
      // The form has told its height.
      await page.locator('iframe[title="Payment"][style*="px"]').waitFor();
    },
  },
  challenge: { prepare: openChallenge },
  "challenge-wrong": {
    prepare: async (scene) => {
      await openChallenge(scene);
      await scene.page.locator("#code").fill("000000");
      await scene.page.locator("#acssubmit").click();
      await scene.page.locator("#code[aria-invalid]").waitFor();
    },
  },
  back: {
    withoutScripts: true,
    prepare: async (scene) => {
      await openChallenge(scene);
      await scene.page.locator("#acssubmit").click();
      await scene.page.locator("noscript button").waitFor();
    },
  },
  "issuer-1": {
    prepare: async ({ merchant, page }) => openIssuersPage(page, await merchant.issuerForm()),
  },
  "browser-payment": {
    isEnglish: true,
    prepare: async ({ merchant, page }) => page.goto(await merchant.browserPaymentPage()),
  },
  "browser-payment-address": {
    isEnglish: true,
    prepare: async ({ merchant, page }) =>
      page.goto(await merchant.browserPaymentPage({ overrideShippingAddress: false })),
  },
  "browser-payment-wrong": {
    isEnglish: true,
    prepare: async ({ merchant, page }) => {
      await page.goto(await merchant.browserPaymentPage());
      await page.locator("#country").fill("AU");
      await page.locator("button.main").click();
      await page.locator("#country[aria-invalid]").waitFor();
    },
  },
  "browser-payment-done": {
    isEnglish: true,
    prepare: async ({ merchant, page }) => {
      const address = await merchant.browserPaymentPage();
      await page.request.post(address, { form: { action: "pay" }, maxRedirects: 0 });
      await page.goto(address);
    },
  },
};

/** Opens the payment page of a new checkout, and gives its session. */
async function openCheckout(
  { page, merchant, locale }: Scene,
  { interaction = {}, ...more }: { readonly interaction?: object } = {},
): Promise<string> {
  const session = await merchant.beginCheckout({ ...more, interaction: { locale, ...interaction } });
  await page.goto(`${merchant.gateway}/checkout/pay/${session}`);
  return session;
}

const linked = (paymentLink: object): object => ({ checkoutMode: "PAYMENT_LINK", paymentLink });

/** The page looks at itself again when the time is over. */
async function waitUntilOver(scene: Scene, body: object): Promise<void> {
  const session = await openCheckout(scene, body);
  await scene.page.locator(".notice.bad").waitFor();
  await scene.page.goto(`${scene.merchant.gateway}/checkout/pay/${session}`);
}

/** The only attempt of a payment link is declined. */
async function useUp(scene: Scene): Promise<string> {
  const session = await openCheckout(scene, linked({ numberOfAllowedAttempts: 1 }));
  await pay(scene.page, DECLINED);
  await scene.page.getByRole("alert").filter({ hasText: "DECLINED" }).waitFor();
  return session;
}

async function openChallenge({ merchant, page }: Scene): Promise<void> {
  await openIssuersPage(page, await merchant.challengeForm());
}

async function openIssuersPage(page: Page, form: string): Promise<void> {
  await page.setContent(form);
  await page.evaluate("document.forms[0].submit()");
  await page.locator("#acssubmit").waitFor();
}
