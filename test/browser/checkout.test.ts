import { expect } from "chai";
import type { Response } from "supertest";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { keptClientOf, tokenOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { refund } from "../support/requests.ts";
import {
  begin,
  CARD_FORM,
  checkoutOf,
  DECLINED_FORM,
  formIn,
  hostedPageOf,
  indicatorOf,
  sessionIdOf,
  checkoutsAt,
} from "./checkout-client.ts";

const at = (response: Response, path: string): Json | undefined => valueAt(response.body as Json, path);

const RETURN = { "interaction.returnUrl": "https://shop.example/done?order=17#top" };

const LEGACY = { apiOperation: "CREATE_CHECKOUT_SESSION", "interaction.merchant": undefined };

/** Interaction, version, order.status after paying. */
const INTERACTIONS = [
  ["PURCHASE", 100, "CAPTURED"],
  ["PURCHASE", 63, "CAPTURED"],
  ["AUTHORIZE", 100, "AUTHORIZED"],
  ["VERIFY", 100, "VERIFIED"],
  ["PURCHASE", 57, "CAPTURED"],
  ["AUTHORIZE", 45, "AUTHORIZED"],
] as const;

describe("a checkout", () => {
  const running = suiteSandbox();
  const client = clientOn(running);
  const kept = (): KeptClient => keptClientOf(running.sandbox.url, "TESTMERCHANT");
  const begun = checkoutsAt(running, "checkout");

  it("begins with a session, a success indicator, and from version 63 on its mode", async () => {
    const { answer } = await begun({ correlationId: "c-1" });
    expect(at(answer, "session.updateStatus")).to.equal("SUCCESS");
    expect([at(answer, "checkoutMode"), at(answer, "correlationId")]).to.deep.equal(["WEBSITE", "c-1"]);
    expect(at((await begun({}, { version: 63 })).answer, "checkoutMode")).to.equal("WEBSITE");
    expect(at((await begun(LEGACY, { version: 62 })).answer, "checkoutMode")).to.equal(undefined);
    expect(indicatorOf((await begun()).answer)).not.to.equal(indicatorOf(answer));
  });

  for (const [operation, version, status] of INTERACTIONS) {
    it(`of ${operation} in version ${version} is paid at the page, and its order is ${status}`, async () => {
      const legacy = version < 63 ? LEGACY : {};
      const { order, answer, page } = await begun(
        { ...legacy, ...RETURN, "interaction.operation": operation },
        { version },
      );
      const paid = await page.submit(CARD_FORM);
      expect(paid.status, paid.text).to.equal(303);
      const session = await kept().getSession(sessionIdOf(answer), { version });
      const query = `resultIndicator=${indicatorOf(answer)}&sessionVersion=${textAt(session.body as Json, "session.version") ?? ""}`;
      expect(paid.get("Location")).to.equal(`https://shop.example/done?order=17&${query}#top`);
      const stored = await client.getOrder(order);
      expect([at(stored, "status"), at(stored, "description")]).to.deep.equal([status, "Tea"]);
      expect(at(stored, "transaction")).to.have.nested.property("0.version", String(version));
      expect((await page.open()).get("Location")).to.equal(paid.get("Location"));
    });
  }

  it("leaves the card in its session, of which a token can be made", async () => {
    const { order, answer, page } = await begun(RETURN);
    await page.submit(DECLINED_FORM);
    await page.submit({ ...CARD_FORM, nameOnCard: "" });
    const session = await kept().getSession(sessionIdOf(answer));
    const card = at(session, "sourceOfFunds.provided.card");
    expect(card)
      .to.include({ number: "512345xxxxxx0008" })
      .and.not.to.have.any.keys("securityCode", "nameOnCard");
    const token = await kept().createToken({ session: { id: sessionIdOf(answer) } });
    expect([token.status, at(token, "sourceOfFunds.provided.card.number")]).to.deep.equal([
      201,
      "512345xxxxxx0008",
    ]);
    const again = {
      apiOperation: "PAY",
      order: { amount: "7.00", currency: "USD" },
      sourceOfFunds: { token: tokenOf(token) },
    };
    const paid = await client.put({ order: `${order}-again`, transaction: "1", body: again });
    expect([paid.status, at(paid, "order.status")]).to.deep.equal([201, "CAPTURED"]);
  });

  for (const [version, entryPoint] of [
    [57, "CHECKOUT"],
    [65, "CHECKOUT"],
    [66, "CHECKOUT_VIA_WEBSITE"],
    [100, "CHECKOUT_VIA_WEBSITE"],
  ] as const) {
    it(`makes transactions of entry point ${entryPoint} in version ${version}`, async () => {
      const { order, page } = await begun(version < 63 ? LEGACY : {}, { version });
      await page.submit(CARD_FORM);
      const pointOf = async (transaction: string): Promise<Json | undefined> =>
        at(await client.getTransaction(order, transaction, version), "gatewayEntryPoint");
      expect(await pointOf("1")).to.equal(entryPoint);
      await client.put({ order, transaction: "refund", body: refund("1.00"), version });
      expect(await pointOf("refund")).to.equal("WEB_SERVICES_API");
    });
  }

  describe("that asks for the payer's consent", () => {
    const CONSENT = { ...RETURN, "interaction.saveCardForCredentialOnFile": "PAYER_INITIATED_PAYMENTS" };
    const tokenIn = async (order: string): Promise<string | undefined> =>
      textAt((await client.getOrder(order)).body as Json, "sourceOfFunds.token");

    it("has a token of the card in its order when the payer gave it", async () => {
      const { order, page } = await begun(CONSENT);
      expect((await page.open()).text).to.contain('type="checkbox"');
      expect((await page.submit({ ...CARD_FORM, saveCard: "yes" })).status).to.equal(303);
      const token = await tokenIn(order);
      const found = await kept().getToken(token ?? "");
      expect(at(found, "sourceOfFunds.provided.card.number")).to.equal("512345xxxxxx0008");
    });

    it("has none without it, or when the payer consents to what was not asked", async () => {
      const silent = await begun(CONSENT);
      await silent.page.submit(CARD_FORM);
      const unasked = await begun(RETURN);
      expect((await unasked.page.open()).text).not.to.contain('type="checkbox"');
      await unasked.page.submit({ ...CARD_FORM, saveCard: "yes" });
      expect([await tokenIn(silent.order), await tokenIn(unasked.order)]).to.deep.equal([
        undefined,
        undefined,
      ]);
    });

    it("keeps no token of a card that was declined", async () => {
      const { order, page } = await begun(CONSENT);
      await page.submit({ ...DECLINED_FORM, saveCard: "yes" });
      const token = await tokenIn(order);
      expect((await kept().getToken(token ?? "")).status).to.equal(400);
      await page.submit(CARD_FORM);
      expect(await tokenIn(order)).to.equal(undefined);
    });
  });

  it("of NONE leaves the card in the session and makes no order", async () => {
    const { order, answer, page } = await begun({ ...RETURN, "interaction.operation": "NONE" });
    const given = await page.submit(CARD_FORM);
    expect(given.get("Location")).to.contain(`resultIndicator=${indicatorOf(answer)}`);
    expect((await client.getOrder(order)).status).to.equal(400);
    const body = {
      apiOperation: "PAY",
      order: { amount: "7.00", currency: "USD" },
      session: { id: sessionIdOf(answer) },
    };
    const paid = await client.put({ order, transaction: "1", body });
    expect([paid.status, at(paid, "order.status")]).to.deep.equal([201, "CAPTURED"]);
  });

  it("keeps the payer on the page after a decline, to pay with another card", async () => {
    const { order, answer, page } = await begun(RETURN);
    const declined = await page.submit(DECLINED_FORM);
    expect(declined.status).to.equal(200);
    expect(declined.text).to.contain("You can try again").and.to.contain("<form");
    expect(formIn(declined)).not.to.contain("4000000000000507").and.not.to.contain(indicatorOf(answer));
    expect(at(await client.getOrder(order), "status")).to.equal("FAILED");
    const paid = await page.submit(CARD_FORM);
    expect(paid.get("Location")).to.contain(`resultIndicator=${indicatorOf(answer)}`);
    expect(at(await client.getOrder(order), "transaction")).to.have.length(2);
  });

  it("says what is wrong with a card, and tries nothing", async () => {
    const { order, page } = await begun();
    const refused = await page.submit({ ...CARD_FORM, expiryMonth: "13" });
    expect(refused.status).to.equal(400);
    expect(refused.text).to.contain("Expiry month").and.to.contain("<form");
    expect((await client.getOrder(order)).status).to.equal(400);
    const exchange = await client.why(refused);
    expect(exchange.refusal?.fault?.field).to.equal("sourceOfFunds.provided.card.expiry.month");
  });

  it("ends on our receipt when the merchant has no return URL", async () => {
    const { answer, page } = await begun();
    expect((await page.receipt()).text).to.contain("was not made");
    const paid = await page.submit(CARD_FORM);
    const receipt = `${running.sandbox.url}/checkout/receipt/${sessionIdOf(answer)}?resultIndicator=${indicatorOf(answer)}&`;
    expect(paid.get("Location")).to.contain(receipt);
    expect((await page.receipt()).text)
      .to.contain("was made")
      .and.to.contain("100.00 USD")
      .and.to.contain("512345xxxxxx0008");
  });

  it("is paid once however often the form is sent", async () => {
    const { order, page } = await begun(RETURN);
    const answers = await Promise.all([1, 2, 3, 4].map(() => page.submit(CARD_FORM)));
    expect(answers.map(({ status }) => status)).to.include(303);
    const again = await page.submit(CARD_FORM);
    expect(again.status).to.equal(303);
    const stored = await client.getOrder(order);
    expect([at(stored, "status"), at(stored, "totalCapturedAmount")]).to.deep.equal(["CAPTURED", 100]);
    expect(at(stored, "transaction")).to.have.length(1);
  });

  it("expires with its session on the merchant's clock", async () => {
    const merchant = "TESTEXPIRED";
    const answer = await begin(running.sandbox.url, checkoutOf("late"), { merchant });
    const page = hostedPageOf(running.sandbox.url, sessionIdOf(answer));
    await advance(running.sandbox.url, merchant, "PT16M");
    expect((await page.open()).text).to.contain("The time for this checkout is over");
    expect((await page.submit(CARD_FORM)).status).to.equal(400);
    expect((await clientOn(running, merchant).getOrder("late")).status).to.equal(400);
  });

  it("shows no card and no security code in the record", async () => {
    const { page } = await begun(RETURN);
    const paid = await page.submit({ ...CARD_FORM, number: "51234-50000-000008", securityCode: "837" });
    const exchange = await client.why(paid);
    const text = JSON.stringify(exchange);
    expect(text).to.contain("512345xxxxxx0008");
    for (const secret of ["5123450000000008", "51234-50000", '"837"']) expect(text).not.to.contain(secret);
    expect(exchange.request).to.include({ route: "/checkout/pay/:id", operation: "PAY" });
    expect(exchange.transition).to.deep.equal({ after: "CAPTURED" });
    expect(exchange.committed).to.equal(true);
  });

  it("answers 404 for a session that begins no checkout, and 405 for what a page does not do", async () => {
    const created = await kept().createSession();
    const page = hostedPageOf(running.sandbox.url, sessionIdOf(created));
    expect([(await page.open()).status, (await page.receipt()).status]).to.deep.equal([404, 404]);
    expect((await page.submit(CARD_FORM)).status).to.equal(404);
  });
});
