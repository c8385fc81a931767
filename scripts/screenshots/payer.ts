import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { readConfig } from "../../server/sandbox/config.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { ALL, FOR_DOCS, LOOKS } from "./looks.ts";
import { GATEWAY_VIEWS } from "./gateway-views.ts";
import { merchantAt } from "./merchant.ts";
import { SHOP_VIEWS } from "./shop-views.ts";

/** The pages that payers see, in every look: all of them to be looked at, and a few for the docs. */

/** The shop is plain JavaScript, as a merchant's own would be. */
const SHOP = new URL("../../examples/shop/server.js", import.meta.url).href;
interface ShopModule {
  readonly openShop: (
    settings: object,
  ) => Promise<{ readonly port: number; readonly close: () => Promise<void> }>;
}

/** Those that the docs show, by the names of their images there. */
const CHOSEN: Readonly<Record<string, string>> = {
  "payment-page en desktop": "payment-page",
  "declined ar phone-dark": "payment-page-phone",
  "receipt en desktop": "receipt",
  "over en phone": "checkout-over",
  "lightbox en desktop": "lightbox",
  "browser-payment-address en phone": "browser-payment",
  "shop-fields en desktop": "card-fields",
  "shop-challenge en desktop": "challenge",
  "issuer-1 en phone": "issuer-1",
};

const SHOTS = Object.keys(LOOKS).flatMap((look) =>
  Object.entries({ ...GATEWAY_VIEWS, ...SHOP_VIEWS }).flatMap(([name, { isEnglish = false, ...view }]) =>
    (isEnglish ? ["en"] : ["en", "ar"]).map((locale) => ({ ...view, name, locale, look })),
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
  for (const { name, locale, look, prepare, inWindow = false, withoutScripts = false } of SHOTS) {
    const context = await browser.newContext({ ...LOOKS[look], locale, javaScriptEnabled: !withoutScripts });
    const page = await context.newPage();
    await prepare({ page, merchant, locale, shop: `http://127.0.0.1:${shop.port}` });
    await page.screenshot({ path: `${ALL}/${name}-${locale}-${look}.png`, fullPage: !inWindow });
    const place = CHOSEN[`${name} ${locale} ${look}`];
    if (place !== undefined) await page.screenshot({ path: `${FOR_DOCS}/${place}.png`, fullPage: !inWindow });
    await context.close();
  }
  await shop.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
}
