import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import type { Client } from "../support/sandbox.ts";
import { ADDRESS, AT_MERCHANT, initiate, initiate18, RETURN_URL } from "./browser-requests.ts";
import { payerOf } from "./payer.ts";
import type { Payer } from "./payer.ts";

const at = (body: unknown, path: string): Json | undefined => valueAt(body as Json, path);

/** What a payer chooses and what comes of it: order.status, gatewayCode, result, interaction.status. */
const CHOICES = [
  ["pay", "CAPTURED", "APPROVED", "SUCCESS", "COMPLETED"],
  ["decline", "FAILED", "DECLINED", "FAILURE", "COMPLETED"],
  ["cancel", "FAILED", "CANCELLED", "FAILURE", "CANCELLED"],
  ["leave-pending", "INITIATED", "SUBMITTED", "PENDING", "COMPLETED"],
] as const;

/** Provider group, whether an address is shown, and whether it can be changed. */
const ADDRESS_USES = [
  [{}, "a field", true],
  [{ overrideShippingAddress: false }, "text", false],
  [{ displayShippingAddress: false }, "nothing", false],
  [{ displayShippingAddress: false, overrideShippingAddress: true }, "nothing", false],
] as const;

describe("the page of a browser payment", () => {
  let running: Started;
  let client: Client;
  let orders = 0;
  before(async () => {
    running = await startWith({});
    client = clientOn(running);
  });
  after(() => running.stop());

  const begun = async (body = initiate(), version = 61): Promise<{ payer: Payer; order: string }> => {
    const order = `page-${(orders += 1)}`;
    return { order, payer: payerOf(await client.put({ order, transaction: "1", body, version })) };
  };

  for (const [version, body] of [
    [18, initiate18()],
    [61, initiate()],
    [100, initiate()],
  ] as const) {
    for (const [action, status, gatewayCode, result, interaction] of CHOICES) {
      it(`takes the payer's ${action} of version ${version} to ${status}`, async () => {
        const { payer, order } = await begun(body, version);
        const sent = await payer.choose(action);
        expect([sent.status, sent.get("Location")]).to.deep.equal([303, RETURN_URL]);
        const paid: unknown = (await client.getTransaction(order, "1")).body;
        expect({
          status: at(paid, "order.status"),
          gatewayCode: at(paid, "response.gatewayCode"),
          result: at(paid, "result"),
          interaction: at(paid, "browserPayment.interaction.status"),
          version: at(paid, "version"),
        }).to.deep.equal({ status, gatewayCode, result, interaction, version: String(version) });
        expect(at((await client.getOrder(order)).body, "transaction")).to.have.length(1);
      });
    }
  }

  it("shows what is to be paid, and nothing of it as markup", async () => {
    const { payer } = await begun(initiate({ "order.description": `<b>"Tea" & 'more'</b>` }));
    const page = await payer.open();
    expect(page.status).to.equal(200);
    expect(page.get("Content-Type")).to.equal("text/html; charset=utf-8");
    expect(page.text).to.contain("&lt;b&gt;&quot;Tea&quot; &amp; &#39;more&#39;&lt;/b&gt;");
    for (const shown of ["TESTMERCHANT", "100.00 USD", "PROVIDER_A"]) expect(page.text).to.contain(shown);
    expect(page.get("Content-Security-Policy")).to.contain("default-src 'none'");
    expect(page.get("Cache-Control")).to.equal("no-store");
  });

  it("has an id that is no part of the payment and the same when the initiation is repeated", async () => {
    const order = "repeated";
    const call = { order, transaction: "1", body: initiate(), version: 61 };
    const [first, again] = [payerOf(await client.put(call)), payerOf(await client.put(call))];
    expect(again.page).to.equal(first.page);
    expect(first.page).to.match(/\/browser-payment\/BP-[0-9a-f]{32}$/);
    expect(payerOf(await client.put({ ...call, transaction: "1", order: "other" })).page).not.to.equal(
      first.page,
    );
    await first.choose("pay");
    const repeated = await client.put(call);
    expect([repeated.status, at(repeated.body, "order.status")]).to.deep.equal([200, "INITIATED"]);
  });

  for (const [group, shown, takes] of ADDRESS_USES) {
    it(`shows the shipping address as ${shown} when the request says ${JSON.stringify(group)}`, async () => {
      const body = initiate({
        "browserPayment.providerA": { paymentConfirmation: "CONFIRM_AT_PROVIDER", ...group },
        "shipping.address": ADDRESS,
      });
      const { payer, order } = await begun(body);
      const { text } = await payer.open();
      expect({ field: text.includes("<input"), text: text.includes("1 George St") }).to.deep.equal({
        field: shown === "a field",
        text: shown !== "nothing",
      });
      await payer.choose("pay", { ...ADDRESS, street: "2 Queen St", street2: "", company: "" });
      const paid: unknown = (await client.getOrder(order)).body;
      expect(at(paid, "shipping.address.street")).to.equal(takes ? "2 Queen St" : "1 George St");
      expect(at(paid, "status")).to.equal("CAPTURED");
    });
  }

  it("asks again for an address that cannot be taken, says why, and pays nothing", async () => {
    const { payer, order } = await begun();
    const answer = await payer.choose("pay", { country: "Australia", postcodeZip: "4000" });
    expect(answer.status).to.equal(400);
    expect(answer.text).to.contain('value="Australia"').and.to.contain("three capital letters");
    expect(at((await client.getOrder(order)).body, "status")).to.equal("INITIATED");
  });

  it("lets a pending payment be finished later, and a finished one not once more", async () => {
    const { payer, order } = await begun();
    await payer.choose("leave-pending");
    await payer.choose("decline");
    const before = await client.getOrder(order);
    const late = await payer.choose("pay");
    expect([late.status, late.get("Location")]).to.deep.equal([303, RETURN_URL]);
    expect((await client.getOrder(order)).body).to.deep.equal(before.body);
    expect(at(before.body, "status")).to.equal("FAILED");
    const page = await payer.open();
    expect(page.text).to.contain("nothing left to do").and.to.contain(RETURN_URL);
    expect(page.text).not.to.contain("<form");
  });

  it("stays with the payer when provider A has no return URL", async () => {
    const { payer } = await begun(initiate({ "browserPayment.returnUrl": undefined }));
    expect((await payer.choose("pay")).get("Location")).to.equal(payer.page);
  });

  it("gives only the payer's consent when the merchant confirms, and then waits for the merchant", async () => {
    const { payer, order } = await begun(initiate(AT_MERCHANT));
    expect((await payer.open()).text).to.contain("confirm at the merchant");
    await payer.choose("pay");
    const body: unknown = (await client.getTransaction(order, "1")).body;
    expect([at(body, "order.status"), at(body, "browserPayment.interaction.status")]).to.deep.equal([
      "INITIATED",
      "COMPLETED",
    ]);
    expect((await payer.open()).text).to.contain("nothing left to do");
  });

  it("is there again after a restart", async () => {
    const { payer, order } = await begun();
    running = await running.restart();
    client = clientOn(running);
    const moved = new URL(new URL(payer.page).pathname, running.sandbox.url).href;
    const answer = { body: { browserPayment: { redirectUrl: moved } } };
    expect((await payerOf(answer as never).choose("pay")).status).to.equal(303);
    expect(at((await client.getOrder(order)).body, "status")).to.equal("CAPTURED");
  });

  it("answers as a page what it does not take", async () => {
    const { payer } = await begun();
    const unknown = await payerOf({
      body: { browserPayment: { redirectUrl: `${payer.page.slice(0, -1)}x` } },
    } as never).open();
    expect([unknown.status, unknown.type]).to.deep.equal([404, "text/html"]);
    expect((await payer.choose("steal")).status).to.equal(400);
    expect((await payer.choose("pay", { city: "x".repeat(20_000) })).status).to.equal(413);
  });

  it("is in the record: who chose what, what came of it, and the path as a pattern only", async () => {
    const { payer } = await begun();
    const exchange = await client.why(await payer.choose("pay"));
    expect(exchange.request.route).to.equal("/browser-payment/:id");
    expect(exchange.merchantId).to.equal("TESTMERCHANT");
    expect(exchange.notes).to.include("The payer chose pay.");
    expect(exchange.transition).to.deep.equal({ before: "INITIATED", after: "CAPTURED" });
    expect([exchange.committed, exchange.scenario?.gatewayCode]).to.deep.equal([true, "APPROVED"]);
    expect(JSON.stringify(exchange)).not.to.contain(payer.page.slice(-32));
  });
});
