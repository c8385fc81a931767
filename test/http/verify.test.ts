import { expect } from "chai";
import request from "supertest";
import type { Scorecard } from "../../server/verdict/conduct/scorecard.ts";
import { RETRY_AFTER_MS } from "../../server/verdict/conduct/rules/ignored-busy.ts";
import type { Verdict } from "../../server/verdict/expectations/verify.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

describe("the control API's verdict", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
    const shop = clientOf(running.sandbox.url, "TESTGOOD");
    await shop.put({ order: "1", transaction: "1", body: pay() });
    const other = clientOf(running.sandbox.url, "TESTBAD");
    await other.put({ order: "1", transaction: "1", body: withValue(pay(), "shop", "x") });
  });
  after(() => running.stop());

  const control = () => request(running.sandbox.url);
  const verify = (merchant: string) => control().post(`/_sandbox/v1/merchants/${merchant}/verify`);

  it("expects nothing but good conduct without a body", async () => {
    const good = await verify("TESTGOOD");
    expect(good.status).to.equal(200);
    expect(good.body).to.include({ merchant: "TESTGOOD", passed: true });
    const bad = (await verify("TESTBAD")).body as Verdict;
    expect(bad.passed).to.equal(false);
    const [broken] = bad.conduct.rules.filter(({ remarks }) => remarks.length > 0);
    expect(broken).to.include({ id: "unknown-members", help: "docs/findings.md#unknown-members" });
    expect(broken?.remarks[0]?.place?.file).to.match(/^schemas\/requests\/pay/);
  });

  it("fails for a body that is no JSON", async () => {
    const path = "/api/rest/version/100/merchant/TESTBROKEN/order/1/transaction/1";
    const broken = '{"apiOperation":"PAY", ';
    await control().put(path).auth("merchant.TESTBROKEN", "sandbox").type("json").send(broken);
    const { passed, conduct } = (await verify("TESTBROKEN")).body as Verdict;
    expect(passed).to.equal(false);
    const [rule] = conduct.rules.filter(({ remarks }) => remarks.length > 0);
    expect(rule?.id).to.equal("broken-contract");
    expect(rule?.remarks[0]?.count).to.equal(1);
    await control()
      .post("/_sandbox/v1/merchants/TESTBROKEN/reset")
      .send({ only: ["journal"] });
  });

  it("says how many exchanges the journal has pushed out", async () => {
    const small = await startTestSandbox({ SANDBOX_JOURNAL_SIZE: "2" });
    const shop = clientOf(small.sandbox.url, "TESTFULL");
    for (const order of ["1", "2", "3", "4", "5"]) await shop.getOrder(order);
    const answer = await request(small.sandbox.url).post("/_sandbox/v1/merchants/TESTFULL/verify");
    const card = await request(small.sandbox.url).get("/_sandbox/v1/merchants/TESTFULL/conduct");
    await small.stop();
    for (const conduct of [(answer.body as Verdict).conduct, card.body as Scorecard]) {
      expect(conduct).to.include({ exchanges: 2, gone: 3 });
      expect(conduct.blindSpots[0]).to.include("3 older exchanges were evicted from the journal");
    }
  });

  it("goes by the merchant's clock", async () => {
    const shop = clientOf(running.sandbox.url, "TESTDAYS");
    const body = withValue(pay(), "order.reference", "R-1");
    await shop.put({ order: "1", transaction: "1", body });
    await control().put("/_sandbox/v1/merchants/TESTDAYS/clock").send({ advance: "P1D" });
    await shop.put({ order: "2", transaction: "1", body });
    const wish = { expectations: [{ never: "double-payment" }] };
    const { passed, conduct } = (await verify("TESTDAYS").send(wish)).body as Verdict;
    expect(conduct.rules.filter(({ remarks }) => remarks.length > 0)).to.deep.equal([]);
    expect(passed).to.equal(true);
    expect(conduct.blindSpots.join(), "the clock did not stand still").to.equal("");
    await control()
      .post("/_sandbox/v1/merchants/TESTDAYS/reset")
      .send({ only: ["journal"] });
  });

  it("takes rules of conduct as gravely as it is told", async () => {
    const lenient = await verify("TESTBAD").send({ conduct: { "unknown-members": "warning" } });
    expect(lenient.body).to.include({ passed: true });
    const off = (await verify("TESTBAD").send({ conduct: { "unknown-members": "off" } })).body as Verdict;
    expect(off.conduct.rules.map(({ id }) => id)).not.to.include("unknown-members");
    const strict = await verify("TESTGOOD").send({ conduct: { "missing-correlation-id": "error" } });
    expect(strict.body).to.include({ passed: false });
  });

  it("gives the scorecard of one merchant and of all", async () => {
    const one = (await control().get("/_sandbox/v1/merchants/TESTBAD/conduct")).body as Scorecard;
    expect(one).to.include({ merchant: "TESTBAD", passed: false, exchanges: 1, kept: one.rules.length - 1 });
    const all = (await control().get("/_sandbox/v1/conduct")).body as {
      readonly merchants: readonly object[];
    };
    expect(all.merchants).to.have.length(2);
    expect(all.merchants).to.deep.include({ ...one });
  });

  it("begins behind an exchange, and says when that is not kept", async () => {
    const answer = await clientOf(running.sandbox.url, "TESTGOOD").getOrder("1");
    const since = answer.get("X-Sandbox-Exchange");
    const body = { since, expectations: [{ exchanges: {}, exactly: 0 }] };
    expect((await verify("TESTGOOD").send(body)).body).to.include({ passed: true });
    const lost = await verify("TESTGOOD").send({ since: "nothing" });
    expect(lost.status).to.equal(400);
    expect(lost.body).to.include({ title: "Invalid since" });
  });

  it("says every mistake of a body with its line and column, also of one with tabs", async () => {
    const text =
      '{\n\t"conduct": { "retry-storms": "off" },\n\t"expectations": [\n\t\t{ "order": "1", "captured": 1 }\n\t]\n}';
    const answer = await verify("TESTGOOD").set("Content-Type", "application/json").send(text);
    expect(answer.status).to.equal(400);
    expect((answer.body as { readonly detail: string }).detail).to.equal(
      'line 2, column 15: unknown key "retry-storms"; did you mean "retry-storm"?; ' +
        'line 4, column 31: expected an amount in quotes such as "12.34", got the number 1: put it in quotes.',
    );
  });

  it("answers 404 for a merchant that is none", async () => {
    expect((await verify("NOBODY")).status).to.equal(404);
    expect((await control().get("/_sandbox/v1/merchants/NOBODY/conduct")).status).to.equal(404);
  });

  it("finds by its masked form what holds a card number, and never shows it", async () => {
    const number = "4508750015741019";
    const shop = clientOf(running.sandbox.url, "TESTMASK");
    await shop.put({ order: "1", transaction: "1", body: withValue(pay(), "order.reference", number) });
    const expectations = [{ reference: number, captured: "100" }];
    const answer = await verify("TESTMASK").send({ expectations });
    expect((answer.body as Verdict).expectations[0]?.passed).to.equal(true);
    expect((answer.body as Verdict).conduct.rules.find(({ remarks }) => remarks.length > 0)?.id).to.equal(
      "card-number-in-free-text",
    );
    expect(answer.text).not.to.include(number);
  });

  it("asks for the pause that a busy answer asks for", async () => {
    const arm = { rule: { fault: { at: "before-commit", kind: "server-busy" } } };
    await control().post("/_sandbox/v1/merchants/TESTBUSY/arm").send(arm);
    const busy = await clientOf(running.sandbox.url, "TESTBUSY").put({
      order: "1",
      transaction: "1",
      body: pay(),
    });
    expect(Number(busy.get("Retry-After")) * 1000).to.equal(RETRY_AFTER_MS);
  });
});
