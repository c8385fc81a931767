import { expect } from "chai";
import type { Response } from "supertest";
import { authenticate, initiate } from "../authentication/calls.ts";
import { formIn, htmlOf } from "../authentication/emulator.ts";
import { check, enrollmentClientOf, formOfCheck } from "../authentication/enrollment-client.ts";
import { clientOn } from "../flows/started.ts";
import { ADDRESS, initiate as initiateBrowser } from "./browser-requests.ts";
import { begin, CARD_FORM, checkoutOf, hostedPageOf, sessionIdOf } from "./checkout-client.ts";
import { payerOf } from "./payer.ts";
import { setStage } from "./stage.ts";

const WIDTHS = [360, 1280];
const LOCALES = ["en", "de", "fr", "es", "ar"];

/** No line can be broken between them. */
const letters = (count: number): string => "Donaudampfschifffahrtsgesellschaft".repeat(4).slice(0, count);
const MERCHANT = "TESTMERCHANTWITHTHELONGESTNAMEOFALL";
const AMOUNT = "99999999999.99";
const CARD = "5123450000000008";
const LONG_ADDRESS = { ...ADDRESS, street: `${letters(98)} 1`, city: letters(100) };
const READ_ONLY = { billingAddress: "READ_ONLY", customerEmail: "READ_ONLY", shipping: "READ_ONLY" };

const CHECKOUT = {
  "interaction.displayControl": READ_ONLY,
  "interaction.merchant": {
    name: letters(40),
    address: { line1: letters(80) },
    email: `${letters(40)}@shop.example`,
    url: `https://shop.example/${letters(100)}`,
  },
  "billing.address": LONG_ADDRESS,
  "shipping.address": LONG_ADDRESS,
  "customer.email": `${letters(40)}@shop.example`,
  "order.amount": AMOUNT,
  "order.description": letters(120),
  "order.itemAmount": AMOUNT,
  "order.item": [{ name: letters(120), quantity: "1", unitPrice: AMOUNT }],
};

/** How far the page scrolls sideways, and texts that stand beside the window, where nobody can scroll to. */
const SIDEWAYS = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const beside = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { left, right } = range.getBoundingClientRect();
    if (left < 0 || right > innerWidth) beside.push(texts.currentNode.data);
  }
  return [document.documentElement.scrollWidth, ...beside];
})()`;

describe("text without a place for a line break, on the pages of payers", function () {
  this.timeout(120_000);
  const stage = setStage({ merchants: { [MERCHANT]: {} } });
  let orders = 0;

  const newOrder = (): string => `${letters(38)}${String((orders += 1)).padStart(2, "0")}`;
  const client = (): ReturnType<typeof clientOn> => clientOn(stage.running, MERCHANT);

  const checkoutIn = async (locale: string): Promise<string> => {
    const wish = checkoutOf(newOrder(), { ...CHECKOUT, "interaction.locale": locale });
    const begun = await begin(stage.url, wish, { merchant: MERCHANT });
    expect(begun.status, JSON.stringify(begun.body)).to.equal(201);
    return sessionIdOf(begun);
  };
  const paidIn = async (locale: string): Promise<string> => {
    const session = await checkoutIn(locale);
    expect((await hostedPageOf(stage.url, session).submit(CARD_FORM)).status).to.equal(303);
    return session;
  };
  /** Sends a form as the page of a shop does. */
  const send = async ({ action, fields }: ReturnType<typeof formIn>): Promise<void> => {
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const form = `<form method="post" action="${action}">${inputs.join("")}</form>`;
    await stage.page.goto(stage.shop.show("/issuer", `${form}<script>document.forms[0].submit();</script>`));
    await stage.page.locator("#acssubmit").waitFor();
  };
  const browserPayment = async (): Promise<Response> =>
    client().put({
      order: newOrder(),
      transaction: "1",
      version: 100,
      body: initiateBrowser({
        "order.amount": AMOUNT,
        "order.description": letters(120),
        "order.reference": letters(40),
        "browserPayment.providerA.overrideShippingAddress": false,
        "shipping.address": LONG_ADDRESS,
      }),
    });

  const PAGES: readonly (readonly [page: string, open: (locale: string) => Promise<unknown>])[] = [
    [
      "the payment page",
      async (locale) => stage.page.goto(`${stage.url}/checkout/pay/${await checkoutIn(locale)}`),
    ],
    [
      "the receipt",
      async (locale) => stage.page.goto(`${stage.url}/checkout/receipt/${await paidIn(locale)}`),
    ],
    [
      "the issuer's page",
      async () => {
        const at = { order: newOrder(), transaction: "auth" };
        await client().put({ ...at, body: initiate(CARD) });
        await send(formIn(htmlOf(await client().put({ ...at, body: authenticate(CARD, AMOUNT) }))));
      },
    ],
    [
      "the issuer's page of 3-D Secure 1",
      async () => {
        const body = check(CARD, { "order.amount": AMOUNT });
        await send(formOfCheck(await enrollmentClientOf(stage.url, MERCHANT).check(newOrder(), body)));
      },
    ],
  ];
  const expectBroken = async (): Promise<void> => {
    for (const width of WIDTHS) {
      await stage.page.setViewportSize({ width, height: 800 });
      expect(await stage.page.evaluate(SIDEWAYS)).to.deep.equal([width]);
    }
  };
  for (const [page, open] of PAGES) {
    for (const locale of LOCALES) {
      it(`is broken to fit ${page}, in ${locale}`, async () => {
        await stage.page.setExtraHTTPHeaders({ "Accept-Language": locale });
        await open(locale);
        await expectBroken();
      });
    }
  }

  it("is broken to fit the page of a browser payment, which speaks English only", async () => {
    await stage.page.goto(payerOf(await browserPayment()).page);
    await expectBroken();
  });
});
