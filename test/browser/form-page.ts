import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import type { Setting } from "../flows/started.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import type { Shop } from "./shop.ts";
import { setScene } from "./stage.ts";
import type { Scene } from "./stage.ts";
import type { Tab } from "./tab.ts";

/** A merchant's page with card fields, as public shops write it, but for what a test asks for otherwise. */
export interface FormPage {
  readonly version?: number | string;
  readonly merchant?: string;
  /** The page's own fields; left out: those of a card. */
  readonly fields?: string;
  /** Behind the fields. */
  readonly more?: string;
  /** Script of the page, behind the gateway's own. */
  readonly script: string;
  readonly style?: string;
  /** Meta elements of the page. */
  readonly head?: string;
}

export interface Forms extends Scene {
  readonly madeSession: (merchant?: string) => Promise<string>;
  readonly open: (
    page: FormPage,
    prepare?: (page: Page) => Promise<void>,
    options?: BrowserContextOptions,
  ) => Promise<Tab>;
}

export function setForms(setting: Setting = {}): Forms {
  const scene = setScene(setting);
  let pages = 0;
  return Object.assign(scene, {
    madeSession: async (merchant = MERCHANT): Promise<string> =>
      sessionOf(await keptClientOf(scene.url, merchant).createSession({})).id,
    open: async (...[page, prepare, options]: Parameters<Forms["open"]>): Promise<Tab> => {
      const tab = await scene.openTab(options);
      await prepare?.(tab.page);
      pages += 1;
      await tab.page.goto(showForm(scene.shop, `/form-${pages}`, { sandbox: scene.url, ...page }));
      return tab;
    },
  });
}

const MERCHANT = "TESTMERCHANT";

export const CARD_FIELDS = `
  <p><label for="card-number">Card number</label>
    <input id="card-number" class="input-field" readonly placeholder="0000 0000" required></p>
  <p><label for="expiry-month">Month</label>
    <select id="expiry-month" class="input-field" readonly>
      <option value="">-</option><option value="1">January</option><option value="5">May</option></select></p>
  <p><label for="expiry-year">Year</label>
    <input id="expiry-year" class="input-field" readonly></p>
  <p><label for="security-code">Security code</label>
    <input id="security-code" class="input-field" readonly aria-describedby="hint">
    <span id="hint">On the back of the card</span></p>
  <p><label for="cardholder-name">Name</label>
    <input id="cardholder-name" class="input-field" readonly></p>
  <p><button id="pay" type="button">Pay</button></p>`;

/** The selectors of CARD_FIELDS. */
export const CARD_SELECTORS = {
  number: "#card-number",
  securityCode: "#security-code",
  expiryMonth: "#expiry-month",
  expiryYear: "#expiry-year",
  nameOnCard: "#cardholder-name",
};

/** Keeps what the page is told; `when` gives the answer of a kind and number, as soon as it is there. */
const KEEPING = `
  const told = { initialized: [], updated: [], events: [] };
  const waiting = [];
  const keep = (kind) => (response) => {
    told[kind].push(response);
    for (const look of waiting.splice(0)) look();
  };
  const when = (kind, count) => new Promise((resolve) => {
    const look = () => (told[kind].length < count ? waiting.push(look) : resolve(told[kind][count - 1]));
    look();
  });
  const callbacks = { initialized: keep("initialized"), formSessionUpdate: keep("updated") };`;

const STYLE = `
  .input-field { border: 1px solid rgb(120, 120, 140); border-radius: 6px; padding: 8px 12px; font: 16px Arial, sans-serif;
    width: 100%; box-sizing: border-box; color: rgb(20, 30, 40); background: rgb(250, 250, 255); }
  body { max-width: 30rem; margin: 2rem auto; font: 16px Arial, sans-serif }`;

/** Puts the page up at the shop and gives its address. */
function showForm(shop: Shop, path: string, page: FormPage & { readonly sandbox: string }): string {
  const { sandbox, version = 100, merchant = MERCHANT, fields = CARD_FIELDS, more = "", script } = page;
  const address = `${sandbox}/form/version/${version}/merchant/${merchant}/session.js`;
  return shop.show(
    path,
    `${page.head ?? ""}<style>${STYLE}${page.style ?? ""}</style>` +
      `<main><h1>Pay</h1><form>${fields}${more}</form></main>` +
      `<script src="${address}"></script><script>${KEEPING}${script}</script>`,
  );
}

/** The configuration that nearly all public pages have. */
export function configureCard(session: string | undefined, more = "", scope = ""): string {
  return `PaymentSession.configure({
    ${session === undefined ? "" : `session: "${session}",`}
    fields: { card: ${JSON.stringify(CARD_SELECTORS)} },
    frameEmbeddingMitigation: ["javascript"],
    callbacks,
    interaction: { displayControl: { formatCard: "EMBOSSED", invalidFieldCharacters: "REJECT" } },
    ${more}
  }${scope});`;
}

/** The frame in the place of a field. */
export function frameOf(page: Page, selector: string): FrameLocator {
  return page.frameLocator(`${selector} + iframe`);
}

/** What the browser makes of a property of a field's style. */
export async function styleOf(page: Page, selector: string, property: string): Promise<string> {
  const handle = await page.locator(`${selector} + iframe`).elementHandle();
  const frame = await handle.contentFrame();
  const style = 'getComputedStyle(document.querySelector(".field"))';
  return (await frame?.evaluate(`${style}.getPropertyValue("${property}")`)) as string;
}

/** The answer of a kind that the page is told, the first unless another is asked for. */
export function told<Answer>(
  page: Page,
  kind: "events" | "initialized" | "updated",
  count = 1,
): Promise<Answer> {
  return page.evaluate(`when("${kind}", ${count})`);
}

/** Writes into a field of the card, as a payer does. */
export async function write(page: Page, role: keyof typeof CARD_SELECTORS, value: string): Promise<void> {
  const field = frameOf(page, CARD_SELECTORS[role]).locator(".field");
  if (role === "expiryMonth") await field.selectOption(value);
  else await field.fill(value);
}

export async function writeCard(page: Page, number = "5123450000000008"): Promise<void> {
  await write(page, "number", number);
  await write(page, "expiryMonth", "1");
  await write(page, "expiryYear", "39");
  await write(page, "securityCode", "100");
}

export function submit(page: Page): Promise<void> {
  return page.evaluate('PaymentSession.updateSessionFromForm("card")');
}
