import { expect } from "chai";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import { advance, putClock } from "../support/clock.ts";
import { begin, CARD_FORM, checkoutOf, DECLINED_FORM, hostedPageOf, sessionIdOf } from "./checkout-client.ts";
import type { HostedPage } from "./checkout-client.ts";

const ERROR_URL = "https://shop.example/too-late?order=17";

describe("a payment link", () => {
  let running: Started;
  let url = "";
  let orders = 0;
  before(async () => {
    // This mode takes numbers that are sent as text.
    running = await startWith({ environment: { SANDBOX_MODE: "gateway" } });
    ({ url } = running.sandbox);
  });
  after(() => running.stop());

  const linked = async (
    paymentLink: Readonly<Record<string, number | string>> = {},
    merchant = "TESTMERCHANT",
  ): Promise<{ order: string; answer: Response; page: HostedPage }> => {
    const order = `link-${(orders += 1)}`;
    const answer = await begin(url, checkoutOf(order, { checkoutMode: "PAYMENT_LINK", paymentLink }), {
      merchant,
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return { order, answer, page: hostedPageOf(url, sessionIdOf(answer)) };
  };

  it("is in the answer, leads to the payment page, and is paid there", async () => {
    const { order, answer, page } = await linked();
    const link = textAt(answer.body as Json, "paymentLink.url") ?? "";
    expect(link).to.contain(`${url}/checkout/pay/${sessionIdOf(answer)}`);
    expect((await fetch(link)).status).to.equal(200);
    expect((await page.submit(CARD_FORM)).get("Location")).to.contain("/checkout/receipt/");
    expect(textAt((await clientOn(running).getOrder(order)).body as Json, "status")).to.equal("CAPTURED");
  });

  it("lives until its own end, and not only as long as a session", async () => {
    const merchant = "TESTLINKEND";
    await putClock(url, merchant, { mode: "frozen", at: "2030-01-15T10:00:00Z" });
    const paymentLink = { expiryDateTime: "2030-01-16T10:00:00.123Z", errorUrl: ERROR_URL };
    const { page } = await linked(paymentLink, merchant);
    await advance(url, merchant, "PT23H");
    expect((await page.submit(DECLINED_FORM)).text).to.contain("You can try again");
    await advance(url, merchant, "PT2H");
    for (const answer of [await page.open(), await page.submit(CARD_FORM)])
      expect([answer.status, answer.get("Location")]).to.deep.equal([303, ERROR_URL]);
  });

  for (const [numberOfAllowedAttempts, kind] of [
    [2, "a number"],
    ["2", "text"],
  ] as const) {
    it(`takes as many payments as its attempts, given as ${kind}, and is then used up`, async () => {
      const { order, page } = await linked({ numberOfAllowedAttempts });
      await page.submit(DECLINED_FORM);
      expect((await page.submit({ ...DECLINED_FORM, expiryMonth: "13" })).status).to.equal(400);
      const last = (await page.submit(DECLINED_FORM)).text;
      expect(last).to.contain("The payment was not made: DECLINED.").and.to.contain("can no longer be used");
      expect(last).not.to.contain("try again");
      const again = await page.submit(CARD_FORM);
      expect(again.text).to.contain("can no longer be used").and.not.to.contain("<form");
      expect(textAt((await clientOn(running).getOrder(order)).body as Json, "status")).to.equal("FAILED");
    });
  }

  it("leads to its error page as soon as its last attempt is declined", async () => {
    const { page } = await linked({ numberOfAllowedAttempts: 1, errorUrl: ERROR_URL });
    const declined = await page.submit(DECLINED_FORM);
    expect([declined.status, declined.get("Location")]).to.deep.equal([303, ERROR_URL]);
  });

  it("is nothing that a checkout of a web page has", async () => {
    const answer = await begin(url, checkoutOf("no-link"));
    expect(answer.body).not.to.have.property("paymentLink");
  });
});
