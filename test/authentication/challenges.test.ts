import { expect } from "chai";
import request from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { withValues } from "../support/requests.ts";
import { authenticate, authenticated, initiate, payWith } from "./calls.ts";
import { broughtBack, challengedBy, decrypted, formIn, htmlOf, open, submit } from "./emulator.ts";

const MASTERCARD = "5123450000000008";
const VISA = "4440000009900010";
const RETURN_URL = "https://shop.example/return?order=1";

const at = (body: unknown, path: string): Json | undefined => valueAt(body as Json, path);

/** What is chosen on the page, and what the order says then: status, letter, challengeCancel, ECI, order.status. */
const CHOICES = [
  ["AUTHENTICATED", "SUCCESSFUL", "Y", undefined, "02", "AUTHENTICATED"],
  ["UNAUTHENTICATED", "FAILED", "N", undefined, "00", "AUTHENTICATION_UNSUCCESSFUL"],
  ["CANCELLED_AUTHENTICATION", "FAILED", "N", "01", "00", "AUTHENTICATION_UNSUCCESSFUL"],
  ["AUTHENTICATION_NOT_AVAILABLE", "UNAVAILABLE", "U", undefined, "00", "AUTHENTICATION_UNSUCCESSFUL"],
  ["AUTHENTICATION_REJECTED", "REJECTED", "R", undefined, "00", "AUTHENTICATION_UNSUCCESSFUL"],
] as const;

/** What the PAY that names the authentication comes to. */
const PAID: Readonly<Record<string, readonly string[]>> = {
  SUCCESSFUL: ["APPROVED", "CAPTURED"],
  UNAVAILABLE: ["APPROVED", "CAPTURED"],
  FAILED: ["AUTHENTICATION_FAILED", "FAILED"],
  REJECTED: ["AUTHENTICATION_FAILED", "FAILED"],
};

describe("challenges of payers", () => {
  const running = suiteSandbox({ merchants: { SHOP: {}, STOOD: {}, LENIENT: { mode: "gateway" } } });
  const client = clientOn(running, "SHOP");
  let orders = 0;

  const challenge = async (number = MASTERCARD, by = client) => {
    const order = `challenge-${(orders += 1)}`;
    const { asked } = await authenticated(by, order, number);
    return { order, asked, payer: await challengedBy(asked) };
  };

  it("are asked for by clients that say again what they initiated with, in mode gateway", async () => {
    const by = { order: "said-again", transaction: "auth" };
    const body = withValues(authenticate(MASTERCARD), {
      "authentication.acceptVersions": "3DS1,3DS2",
      "authentication.channel": "PAYER_BROWSER",
      "authentication.purpose": "PAYMENT_TRANSACTION",
    });
    const lenient = clientOn(running, "LENIENT");
    for (const it of [lenient, client]) await it.put({ ...by, body: initiate(MASTERCARD) });
    expect(at((await lenient.put({ ...by, body })).body, "authentication.payerInteraction")).to.equal(
      "REQUIRED",
    );
    const refused = await client.put({ ...by, body });
    expect([refused.status, at(refused.body, "error.field")]).to.deep.equal([
      400,
      "authentication.acceptVersions",
    ]);
  });

  for (const [outcome, status, letter, cancel, eci, orderStatus] of CHOICES) {
    it(`end as ${status} when ${outcome} is chosen, and the payment follows it`, async () => {
      const { order, payer } = await challenge();
      const back = await broughtBack(await payer.send({ code: "123456", outcome }));
      expect(back.action).to.equal(RETURN_URL);
      const stored: unknown = (await client.getTransaction(order, "auth")).body;
      expect({
        status: at(stored, "transaction.authenticationStatus"),
        letter: at(stored, "authentication.3ds2.transactionStatus"),
        cancel: at(stored, "authentication.3ds2.challengeCancel"),
        eci: at(stored, "authentication.3ds.acsEci"),
        order: at(stored, "order.status"),
        interaction: at(stored, "authentication.payerInteraction"),
        html: at(stored, "authentication.redirect.html"),
      }).to.deep.equal({
        ...{ status: `AUTHENTICATION_${status}`, letter, cancel, eci, order: orderStatus },
        ...{ interaction: "REQUIRED", html: undefined },
      });
      expect(back.fields).to.deep.equal({
        "order.id": order,
        "transaction.id": "auth",
        "response.gatewayRecommendation": at(stored, "response.gatewayRecommendation"),
        result: at(stored, "result"),
      });
      const paid = await client.put({ order, transaction: "pay", body: payWith(MASTERCARD, "auth") });
      expect([at(paid.body, "response.gatewayCode"), at(paid.body, "order.status")]).to.deep.equal(
        PAID[status],
      );
      expect(at(paid.body, "order.authenticationStatus")).to.equal(`AUTHENTICATION_${status}`);
      expect(at(paid.body, "authentication.3ds2.transactionStatus")).to.equal(letter);
      const whole: unknown = (await client.getOrder(order)).body;
      expect([at(whole, "authenticationVersion"), at(whole, "3dsAcsEci")]).to.deep.equal(["3DS2", eci]);
    });
  }

  it("of other schemes than Mastercard have its other ECI values", async () => {
    for (const [outcome, eci] of [
      ["AUTHENTICATED", "05"],
      ["UNAUTHENTICATED", "07"],
    ] as const) {
      const { order, payer } = await challenge(VISA);
      await payer.send({ code: "123456", outcome });
      const stored: unknown = (await client.getTransaction(order, "auth")).body;
      expect(at(stored, "authentication.3ds.acsEci")).to.equal(eci);
    }
  });

  it("show what is paid and ask for a code, which is filled in; the ids are those of the live page", async () => {
    const { payer } = await challenge();
    const { page } = payer;
    expect(page.status).to.equal(200);
    for (const shown of ["SHOP", "100.00 USD", "512345xxxxxx0008"]) expect(page.text).to.contain(shown);
    expect(page.text).to.contain('<select id="selectAuthResult"').and.to.contain('id="acssubmit"');
    expect(formIn(page.text).fields).to.include({ code: "123456", wrong: "0" });
    const policy = page.get("Content-Security-Policy");
    expect(policy).to.contain("default-src 'none'").and.to.contain("frame-ancestors http: https:");
  });

  it("ask again for a code that is wrong, which no console calls an error, and fail after the third", async () => {
    const { order, payer } = await challenge();
    for (const wrong of ["0", "1"]) {
      const page = await payer.send({ code: "000000", outcome: "AUTHENTICATED", wrong });
      expect([page.status, formIn(page.text).fields["wrong"]]).to.deep.equal([
        200,
        String(Number(wrong) + 1),
      ]);
    }
    await payer.send({ code: "000000", outcome: "AUTHENTICATED", wrong: "2" });
    expect(at((await client.getOrder(order)).body, "authenticationStatus")).to.equal("AUTHENTICATION_FAILED");
  });

  it("can be cancelled by the payer", async () => {
    const { order, payer } = await challenge();
    const back = await broughtBack(await payer.send({ action: "cancel" }));
    expect(back.fields).to.include({ result: "FAILURE", "response.gatewayRecommendation": "DO_NOT_PROCEED" });
    const stored: unknown = (await client.getTransaction(order, "auth")).body;
    expect(at(stored, "authentication.3ds2.challengeCancel")).to.equal("01");
  });

  it("are over once they are answered: the page leads on, and nothing changes any more", async () => {
    const { order, asked, payer } = await challenge();
    await payer.send({ code: "123456", outcome: "AUTHENTICATED" });
    const again = await payer.send({ action: "cancel" });
    expect(formIn(again.text).fields).to.have.property("cres");
    expect(formIn((await open(payer.url)).text).fields).to.have.property("cres");
    expect((await broughtBack(again)).fields).to.include({ result: "SUCCESS" });
    const repeated = await client.put({ order, transaction: "auth", body: authenticate(MASTERCARD) });
    expect([repeated.status, repeated.body]).to.deep.equal([200, asked.body]);
    const stored: unknown = (await client.getOrder(order)).body;
    expect(at(stored, "authenticationStatus")).to.equal("AUTHENTICATION_SUCCESSFUL");
    expect(at(stored, "transaction")).to.have.length(1);
  });

  it("end as failed after ten minutes on the merchant's clock when the payer has left", async () => {
    const stood = clientOn(running, "STOOD");
    const { order, payer } = await challenge(MASTERCARD, stood);
    await advance(running.sandbox.url, "STOOD", "PT9M59S");
    expect(at((await stood.getOrder(order)).body, "authenticationStatus")).to.equal("AUTHENTICATION_PENDING");
    await advance(running.sandbox.url, "STOOD", "PT1S");
    const stored: unknown = (await stood.getTransaction(order, "auth")).body;
    expect(at(stored, "transaction.authenticationStatus")).to.equal("AUTHENTICATION_FAILED");
    expect(at(stored, "authentication.3ds2.statusReasonCode")).to.equal("14");
    expect(at(stored, "order.status")).to.equal("AUTHENTICATION_UNSUCCESSFUL");
    const late = await broughtBack(await payer.send({ code: "123456", outcome: "AUTHENTICATED" }));
    expect(late.fields).to.include({ result: "FAILURE" });
    const paid = await stood.put({ order, transaction: "pay", body: payWith(MASTERCARD, "auth") });
    expect(at(paid.body, "response.gatewayCode")).to.equal("AUTHENTICATION_FAILED");
  });

  it("say in the exchange what the payer came to, and how the order moved", async () => {
    const { order, payer } = await challenge();
    const why = await client.why(await payer.send({ code: "123456", outcome: "UNAUTHENTICATED" }));
    expect(why).to.deep.include({ merchantId: "SHOP", committed: true });
    expect(why.request).to.include({ orderId: order, transactionId: "auth" });
    expect(why.transition).to.include({
      before: "AUTHENTICATION_INITIATED",
      after: "AUTHENTICATION_UNSUCCESSFUL",
    });
    expect(why.scenario?.decidedBy.kind).to.equal("payer");
    expect(why.notes).to.include("The payer's challenge ended as FAILED.");
  });

  it("bring a result that only the session's key opens", async () => {
    const kept = keptClientOf(running.sandbox.url, "SHOP");
    const session = sessionOf(await kept.createSession());
    const { sourceOfFunds } = authenticate(MASTERCARD);
    await kept.updateSession(session.id, { sourceOfFunds });
    const by = { order: "keyed", transaction: "auth" };
    const ofSession = { session: { id: session.id }, sourceOfFunds: undefined };
    await client.put({ ...by, body: { ...initiate(MASTERCARD), ...ofSession } });
    const asked = await client.put({ ...by, body: { ...authenticate(MASTERCARD), ...ofSession } });
    const payer = await challengedBy(asked);
    const back = await broughtBack(await payer.send({ code: "123456", outcome: "AUTHENTICATED" }));
    expect(decrypted(back.fields, session.aes256Key ?? "")).to.deep.equal({
      "order.id": "keyed",
      "transaction.id": "auth",
      "response.gatewayRecommendation": "PROCEED",
      result: "SUCCESS",
      "transaction.authenticationStatus": "AUTHENTICATION_SUCCESSFUL",
    });
  });

  it("are not sent forms by pages of other sites, and exist under no other id", async () => {
    const { payer } = await challenge();
    const { origin, pathname } = new URL(payer.url);
    const foreign = await request(origin)
      .post(pathname)
      .set("Sec-Fetch-Site", "cross-site")
      .type("form")
      .send({ action: "cancel" });
    expect(foreign.status).to.equal(403);
    for (const creq of [
      "",
      "bm90IEpTT04",
      Buffer.from('{"threeDSServerTransID":"x"}').toString("base64url"),
    ]) {
      const prompted = await request(origin).post("/acs/visa/v2/prompt").type("form").send({ creq });
      expect(prompted.status).to.equal(404);
      expect(prompted.get("Content-Security-Policy")).to.contain("frame-ancestors http: https:");
    }
    const opened = await request(origin).get("/acs/visa/v2/prompt");
    expect([opened.status, opened.get("Allow")]).to.deep.equal([405, "POST"]);
  });

  it("lead back to the issuer's page from a callback that comes too early", async () => {
    const { order, payer } = await challenge();
    const initiated = await client.put({ order, transaction: "auth", body: initiate(MASTERCARD) });
    const data = Buffer.from(formIn(htmlOf(initiated)).fields["threeDSMethodData"] ?? "", "base64");
    const { threeDSMethodNotificationURL } = JSON.parse(data.toString()) as {
      readonly threeDSMethodNotificationURL: string;
    };
    const { origin, pathname } = new URL(threeDSMethodNotificationURL);
    const early = await request(origin).post(pathname).type("form").send({ cres: "e30" });
    expect([early.status, early.get("Location")]).to.deep.equal([303, payer.url]);
  });

  it("of an app without an address to return to end with a page that says so", async () => {
    const by = { order: "app", transaction: "auth" };
    await client.put({ ...by, body: initiate(MASTERCARD, "PAYER_APP") });
    const asked = await client.put({
      ...by,
      body: { ...authenticate(MASTERCARD), authentication: undefined },
    });
    const payer = await challengedBy(asked);
    const ended = await submit(formIn((await payer.send({ code: "123456", outcome: "" })).text));
    expect(ended.text).to.contain("You can close this page");
    const stored: unknown = (await client.getOrder("app")).body;
    expect(at(stored, "authenticationStatus")).to.equal("AUTHENTICATION_SUCCESSFUL");
  });

  it("are gone with their order", async () => {
    const { asked } = await challenge();
    await request(running.sandbox.url).post("/_sandbox/v1/merchants/SHOP/reset").send({});
    expect((await submit(formIn(htmlOf(asked)))).status).to.equal(404);
  });
});
