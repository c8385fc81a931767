import { expect } from "chai";
import type { Response } from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { keptClientOf } from "../support/kept.ts";
import type { checkoutOf } from "./checkout-client.ts";
import { CARD_FORM, checkoutsAt, DECLINED_FORM } from "./checkout-client.ts";

const ADDRESS = { street: "1 King St", city: "Perth", postcodeZip: "6000", country: "AUS" };

/** Locale, language, direction, and what the button says. */
const LANGUAGES = [
  ["en_US", "en", "ltr", "Pay 100.00 USD"],
  ["de_AT", "de", "ltr", "100.00 USD bezahlen"],
  ["fr-FR", "fr", "ltr", "Payer 100.00 USD"],
  ["es_MX", "es", "ltr", "Pagar 100.00 USD"],
  ["ar", "ar", "rtl", "ادفع 100.00 USD"],
  ["nl_NL", "en", "ltr", "Pay 100.00 USD"],
] as const;

const AMOUNT = "100.00 USD";

const DISPLAY = "interaction.displayControl";

describe("the payment page", () => {
  const running = suiteSandbox();
  const begun = checkoutsAt(running, "page");

  const shown = async (values: Parameters<typeof checkoutOf>[1]): Promise<Response> =>
    (await begun(values)).page.open();
  const stored = async (order: string): Promise<Json> =>
    (await clientOn(running).getOrder(order)).body as Json;

  for (const [locale, language, direction, button] of LANGUAGES) {
    it(`speaks ${language} to a payer of ${locale}, ${direction}`, async () => {
      const { text } = await shown({ "interaction.locale": locale });
      expect(text)
        .to.contain(`<html lang="${language}" dir="${direction}">`)
        .and.to.contain(`>${button.replace(AMOUNT, `<bdi dir="ltr">${AMOUNT}</bdi>`)}</button>`);
    });
  }

  it("shows the items of the order and what they come to", async () => {
    const { text } = await shown({
      "order.amount": "14.00",
      "order.itemAmount": "12.00",
      "order.taxAmount": "2.00",
      "order.item": [{ name: "Green <tea>", quantity: "2", unitPrice: "6.00" }],
    });
    expect(text).to.match(/2 × Green &lt;tea&gt;<\/span>\s*<span dir="ltr">12\.00 USD/);
    expect(text).to.contain("Subtotal").and.to.contain("12.00 USD").and.to.contain("2.00 USD");
  });

  it("shows and takes what the merchant has put into the session since", async () => {
    const { order, page, session } = await begun({ [`${DISPLAY}.billingAddress`]: "OPTIONAL" });
    await keptClientOf(running.sandbox.url, "TESTMERCHANT").updateSession(session, {
      billing: { address: { city: "Bern" } },
      order: { amount: "99.50", currency: "EUR", description: "Coffee" },
    });
    const { text } = await page.open();
    expect(text).to.contain("99.50 EUR").and.to.contain("Coffee").and.to.contain('value="Bern"');
    const sent = await page.submit(CARD_FORM);
    expect(sent.status, /role="alert">[^<]*/.exec(sent.text)?.[0]).to.equal(303);
    const paid = await stored(order);
    expect([valueAt(paid, "totalCapturedAmount"), valueAt(paid, "currency")]).to.deep.equal([99.5, "EUR"]);
  });

  it("asks for a text that may not be missing, and not for one that is short", async () => {
    const { text } = await shown({ [`${DISPLAY}.billingAddress`]: "MANDATORY" });
    expect(text).to.match(/id="billing-street"[^>]*data-asks="Fill in this field"/);
    expect(text).to.match(/id="billing-postcodeZip"[^>]*data-asks="Enter a postcode of at most 10 letters/);
    expect(text).to.match(/id="billing-street2"[^>]*data-asks="Enter at most 100 characters"/);
  });

  it("marks the lines of a mandatory address that may stay empty, and no others of it", async () => {
    const { text } = await shown({ [`${DISPLAY}.billingAddress`]: "MANDATORY" });
    const labels = Array.from(text.matchAll(/<label for="billing-(\w+)"\s*>(.*?)<\/label/gs));
    const marked = labels.filter(([, , label]) => label?.includes("(optional)")).map(([, name]) => name);
    expect(labels).to.have.length(6);
    expect(marked).to.deep.equal(["street2", "stateProvince"]);
  });

  for (const [locale, optional] of [
    ["en", 'Security code <span class="soft">(optional)</span>'],
    ["de", 'Prüfnummer <span class="soft">(freiwillig)</span>'],
    ["fr", 'Code de sécurité <span class="soft">(facultatif)</span>'],
    ["es", 'Código de seguridad <span class="soft">(opcional)</span>'],
    ["ar", 'رمز الأمان <span class="soft">(اختياري)</span>'],
  ] as const) {
    it(`says in ${locale} that the security code may be left out, and takes a card without`, async () => {
      const { page } = await begun({ "interaction.locale": locale });
      expect((await page.open()).text).to.contain(optional);
      expect((await page.submit({ ...CARD_FORM, securityCode: "" })).status).to.equal(303);
    });
  }

  it("speaks of a check, and not of a payment, where the card is only verified", async () => {
    const { page } = await begun({ "interaction.operation": "VERIFY" });
    const declined = (await page.submit(DECLINED_FORM)).text;
    expect(declined).to.contain("The card was not verified: DECLINED. You can try again.");
    await page.submit(CARD_FORM);
    expect((await page.receipt()).text)
      .to.contain("The card was verified.")
      .and.not.to.contain("The payment");
  });

  it("shows the total alone, or nothing of the order, as the merchant says", async () => {
    const partly = await shown({ [`${DISPLAY}.orderSummary`]: "SHOW_PARTIAL" });
    expect(partly.text).to.contain("Your order").and.to.contain("Total").and.not.to.contain(">Tea<");
    const hidden = await shown({ [`${DISPLAY}.orderSummary`]: "HIDE" });
    expect(hidden.text).not.to.contain("Your order");
  });

  it("names the merchant, with a logo that only comes from where the merchant says", async () => {
    const logo = "https://images.example/logo.png";
    const answer = await shown({
      "interaction.merchant.logo": logo,
      "interaction.merchant.address": { line1: "1 Tea Road" },
      "interaction.merchant.phone": "+61 8 1234",
    });
    expect(answer.text)
      .to.contain('<h1 dir="auto">Tea &amp; Co</h1>')
      .and.to.contain(logo)
      .and.to.contain("1 Tea Road");
    expect(answer.get("Content-Security-Policy")).to.contain("img-src 'self' https://images.example;");
  });

  it("has no part in what the request asks of it in vain, and the exchange says so", async () => {
    const notesOf = async (values: Parameters<typeof begun>[0]): Promise<readonly string[]> =>
      (await clientOn(running).why((await begun(values)).answer)).notes;
    const [logo, url] = ["http://images.example/logo.png", "https://shop.example/declined"];
    expect(await notesOf({ "interaction.merchant.logo": logo })).to.deep.equal([
      "The payment page does not show interaction.merchant.logo, as it does not begin with https.",
    ]);
    expect(await notesOf({ "interaction.redirectMerchantUrl": url })).to.deep.equal([
      "interaction.redirectMerchantUrl has no effect without interaction.retryAttemptCount.",
    ]);
    expect(await notesOf({ "interaction.retryAttemptCount": 2 })).to.deep.equal([
      "interaction.retryAttemptCount has no effect without interaction.redirectMerchantUrl.",
    ]);
    expect(
      await notesOf({ "interaction.redirectMerchantUrl": url, "interaction.retryAttemptCount": 2 }),
    ).to.deep.equal([]);
  });

  it("takes a billing address and an email address into the order", async () => {
    const { order, page } = await begun({});
    const fields = Object.fromEntries(
      Object.entries(ADDRESS).map(([name, value]) => [`billing-${name}`, value]),
    );
    const paid = await page.submit({ ...CARD_FORM, ...fields, email: "ida@example.com" });
    expect(paid.status, paid.text).to.equal(303);
    const kept = await stored(order);
    expect(valueAt(kept, "billing.address")).to.include(ADDRESS);
    expect(valueAt(kept, "customer.email")).to.equal("ida@example.com");
  });

  it("demands what is mandatory, and says what is wrong with an address", async () => {
    const values = { [`${DISPLAY}.billingAddress`]: "MANDATORY", [`${DISPLAY}.customerEmail`]: "MANDATORY" };
    const { page } = await begun(values);
    const missing = await page.submit(CARD_FORM);
    expect(missing.status).to.equal(400);
    expect(missing.text).to.contain("Please look again at: Email, Street, City, Postcode, Country code.");
    const wrong = await page.submit({ ...CARD_FORM, email: "no", "billing-country": "Perth" });
    expect(wrong.text).to.contain("Enter an email address.").and.to.contain("such as AUS.");
  });

  it("asks for nothing that is hidden, and only shows what is to be read", async () => {
    const hidden = await shown({
      [`${DISPLAY}.billingAddress`]: "HIDE",
      [`${DISPLAY}.customerEmail`]: "HIDE",
    });
    expect(hidden.text).not.to.contain("Billing address").and.not.to.contain("Email");
    const read = await shown({
      [`${DISPLAY}.billingAddress`]: "READ_ONLY",
      "billing.address": ADDRESS,
      "shipping.address": { street: "2 Queen St" },
    });
    expect(read.text)
      .to.contain("1 King St")
      .and.to.contain("2 Queen St")
      .and.not.to.contain("billing-street");
  });

  it("offers the cards and expiries of the active scenarios", async () => {
    const { text } = await shown({});
    expect(text).to.contain("4000 0000 0000 5100").and.to.contain("INSUFFICIENT_FUNDS");
    expect(text).to.contain("05/39").and.to.contain("DECLINED");
  });
});
