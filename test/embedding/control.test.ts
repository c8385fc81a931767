import { expect } from "chai";
import { createSandbox } from "../../server/embedding/embedding.ts";
import type { EmbeddedSandbox, MerchantControl } from "../../server/embedding/embedding.ts";
import { authenticate, initiate, payWith } from "../authentication/calls.ts";
import { startReceiver } from "../support/receiver.ts";
import { pay, refund } from "../support/requests.ts";

describe("the embedded control client", () => {
  let sandbox: EmbeddedSandbox;
  let control: MerchantControl;
  before(async () => {
    sandbox = await createSandbox({
      merchants: [{ id: "SHOP", passwords: ["secret"], refundApproval: true }],
    });
    control = sandbox.control.merchant("SHOP");
  });
  after(() => sandbox.close());

  const put = async (order: string, transaction: string, body: object): Promise<{ result: string }> => {
    const { url, authorization } = sandbox.merchant();
    const path = `${url(100)}/order/${order}/transaction/${transaction}`;
    const sent = { method: "PUT", headers: { authorization }, body: JSON.stringify(body) };
    return (await fetch(path, sent)).json() as Promise<{ result: string }>;
  };

  it("arms rules, lists them and disarms them", async () => {
    await control.arm({ id: "one", outcome: "DECLINED" }, { times: 2 });
    await control.arm({ id: "two", outcome: "BLOCKED" });
    expect(await put("armed", "1", pay())).to.include({ result: "FAILURE" });
    expect((await control.armed()).map(({ id, times }) => [id, times])).to.deep.equal([
      ["one", 1],
      ["two", 1],
    ]);
    expect((await control.armed({ after: "one" })).map(({ id }) => id)).to.deep.equal(["two"]);
    await control.disarm("one");
    expect(await control.armed({ limit: 1 })).to.have.length(1);
    await control.disarm();
    expect(await control.armed()).to.deep.equal([]);
  });

  it("waits for exchanges, and finds them again", async () => {
    const waiting = control.wait({ order: "waited", count: 1, timeoutMs: 5_000 });
    await put("waited", "1", pay());
    const [waited] = await waiting;
    expect(await sandbox.control.exchange(waited?.id ?? "")).to.deep.equal(waited);
    expect((await control.exchanges({ order: "waited" })).map(({ id }) => id)).to.deep.equal([waited?.id]);
    expect((await sandbox.control.exchanges({ limit: 1 }))[0]?.id).to.equal(waited?.id);
  });

  it("holds a request and lets it go", async () => {
    await control.arm({ hold: "before-commit" });
    const answer = put("held", "1", pay());
    const { holds, complete } = await control.holds({ count: 1, waitMs: 5_000 });
    expect(complete).to.equal(true);
    expect(await sandbox.control.holds({ limit: 1 })).to.deep.include({ holds });
    await sandbox.control.release(holds[0]?.id ?? "");
    expect(await answer).to.include({ result: "SUCCESS" });
  });

  it("waits for notifications, lists them and sends them again", async () => {
    const receiver = await startReceiver();
    const other = await createSandbox({
      ...{ notifications: "on", notificationUrl: receiver.url, notificationHosts: ["shop.example"] },
      ...{ notificationRetries: "none", notificationSecret: "s3cret" },
    });
    const { url, authorization } = other.merchant();
    const path = `${url(100)}/order/1/transaction/1`;
    await fetch(path, { method: "PUT", headers: { authorization }, body: JSON.stringify(pay()) });
    const its = other.control.merchant("TESTSHOP");
    const [delivered] = await its.waitForNotifications({ order: "1", state: "delivered" });
    expect(await its.notifications({ limit: 1 })).to.deep.equal([delivered]);
    expect(await its.resend(delivered?.id ?? "")).to.include({ id: delivered?.id, state: "queued" });
    expect(await receiver.until(2)).to.have.length(2);
    await other.close();
    await receiver.close();
  });

  it("answers notifications as an inbox is told, and lists what arrived", async () => {
    const other = await createSandbox({ notifications: "on", notificationRetries: [0.01] });
    const its = other.control.merchant("TESTSHOP");
    expect(await its.answerInbox("main", { status: 500, times: 1 })).to.deep.include({ deliveries: [] });
    const { url: notificationUrl } = await its.inbox("main");
    const { url, authorization } = other.merchant();
    const body = JSON.stringify({ ...pay(), order: { ...(pay()["order"] as object), notificationUrl } });
    await fetch(`${url(100)}/order/1/transaction/1`, { method: "PUT", headers: { authorization }, body });
    await its.waitForNotifications({ order: "1", state: "delivered" });
    const [inbox] = await its.inboxes();
    expect(inbox?.deliveries.map(({ answer }) => answer.status)).to.deep.equal([200, 500]);
    await its.emptyInbox("main");
    expect(await its.inboxes()).to.deep.equal([]);
    await other.close();
  });

  it("moves, stops and resets the clock", async () => {
    const { now } = await control.setClock({ mode: "frozen", at: "2030-01-31T12:00:00Z" });
    expect(now).to.equal("2030-01-31T12:00:00.000Z");
    expect((await control.setClock({ advance: "P8D" })).now).to.equal("2030-02-08T12:00:00.000Z");
    await control.setClock({ mode: "real" });
    expect(await control.clock()).to.include({ mode: "real", aheadMs: 0 });
  });

  it("chooses scenarios and goes back", async () => {
    expect(await control.chooseScenarios("declines", "default")).to.include({ chosenBy: "control-api" });
    expect((await control.chooseScenarios()).chosenBy).to.equal("settings");
    expect((await sandbox.control.reloadScenarios()).revision).to.be.a("string");
  });

  it("explains without effect", async () => {
    const path = "/api/rest/version/100/merchant/SHOP/order/dry/transaction/1";
    const { explanation, exchange } = await control.explain({ path, body: pay() });
    expect(explanation.at(-1)).to.equal("Answer: 201 SUCCESS APPROVED.");
    expect(exchange.committed).to.equal(true);
    expect(await control.exchanges({ order: "dry" })).to.deep.equal([]);
  });

  it("settles refunds that wait for approval", async () => {
    await put("refunds", "1", pay());
    await put("refunds", "2", refund("10.00"));
    await put("refunds", "3", refund("20.00"));
    await control.approveRefund("refunds", "2");
    await control.rejectRefund("refunds", "3");
    const { passed, expectations } = await control.verify({
      expectations: [{ order: "refunds", refunded: "10.00" }],
    });
    expect(passed, JSON.stringify(expectations)).to.equal(true);
  });

  it("answers the challenge of a payer", async () => {
    const card = "5123450000000008";
    await put("secure", "auth", initiate(card));
    await put("secure", "auth", authenticate(card));
    expect(await control.answerChallenge("secure", "auth", "FAILED")).to.include({ result: "FAILURE" });
    expect(await put("secure", "pay", payWith(card, "auth"))).to.include({ result: "FAILURE" });
  });

  it("answers for the issuer of 3-D Secure 1", async () => {
    const order = { amount: "100.00", currency: "USD" };
    const card = { number: "5123450000000008", expiry: { month: "01", year: "39" } };
    const sourceOfFunds = { type: "CARD", provided: { card } };
    const { url, authorization } = sandbox.merchant();
    const send = async (method: string, body: object): Promise<unknown> => {
      const sent = { method, headers: { authorization }, body: JSON.stringify(body) };
      return (await fetch(`${url(50)}/3DSecureId/check-1`, sent)).json();
    };
    await send("PUT", { apiOperation: "CHECK_3DS_ENROLLMENT", order, sourceOfFunds });
    const { paRes, paResStatus } = await control.answerIssuer("check-1", "ATTEMPTED");
    expect(paResStatus).to.equal("A");
    const result = { apiOperation: "PROCESS_ACS_RESULT", "3DSecure": { paRes } };
    expect(await send("POST", result)).to.have.nested.property(
      "3DSecure.summaryStatus",
      "AUTHENTICATION_ATTEMPTED",
    );
  });

  it("shows coverage, findings and conduct, of the merchant and of all", async () => {
    await put("1", "1", { ...pay(), strange: 1 });
    expect(await control.findings()).to.deep.include({ violations: 1, deviations: 0 });
    expect((await sandbox.control.findings()).violations).to.equal(1);
    expect((await control.coverage()).rules).to.be.an("array");
    expect((await sandbox.control.coverage()).scenarios).to.deep.equal(["default", "gateway-simulator"]);
    expect((await control.contractCoverage()).met).to.be.above(0);
    expect((await sandbox.control.contractCoverage()).met).to.be.above(0);
    expect((await control.conduct()).rules.map(({ id }) => id)).to.include("unknown-members");
    expect((await sandbox.control.conduct()).merchants.map(({ merchant }) => merchant)).to.deep.equal([
      "SHOP",
    ]);
  });

  it("lists merchants, and the transactions of one", async () => {
    await put("listed", "1", pay());
    expect((await sandbox.control.merchants({ limit: 1 })).merchants[0]).to.include({ merchant: "SHOP" });
    const { transactions } = await control.transactions({ order: "listed", operation: "PAY" });
    expect(transactions.map(({ order, id, result }) => [order, id, result])).to.deep.equal([
      ["listed", "1", "SUCCESS"],
    ]);
  });

  it("lists sessions and tokens, and checks the journal against another version", async () => {
    const { url, authorization } = sandbox.merchant();
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${url(60)}/${path}`, { method: "POST", headers: { authorization }, body: JSON.stringify(body) });
    await post("session", {});
    const { sourceOfFunds } = pay();
    await post("token", { sourceOfFunds });
    expect((await control.sessions({ limit: 1 })).sessions).to.have.length(1);
    expect((await control.tokens({ search: "0008" })).tokens[0]).to.include({ number: "512345xxxxxx0008" });
    const { operations } = await control.upgradeCheck({ to: 60 });
    expect(operations.map(({ operation }) => operation)).to.include("PAY");
  });

  it("lists contracts, their members and their differences", async () => {
    const { contracts, contractFields, contractMembers, contractDifferences } = sandbox.control;
    expect((await contracts()).contracts.map(({ operation }) => operation)).to.include("PAY");
    const { fields } = await contractFields("VOID", 100, { search: "targetTransactionId" });
    expect(fields.map(({ isRequired }) => isRequired)).to.deep.equal([true]);
    const { count, members } = await contractMembers({ search: "target transaction", limit: 1 });
    expect([count >= 1, members.length]).to.deep.equal([true, 1]);
    const { from, to, differences } = await contractDifferences("VOID", { from: 44 });
    expect([from, to, differences.length > 0]).to.deep.equal([44, 100, true]);
  });

  it("resets what is named, or everything", async () => {
    await put("reset", "1", pay());
    await control.reset("armed");
    expect(await control.exchanges({ limit: 1 })).to.have.length(1);
    await control.reset();
    expect(await control.exchanges()).to.deep.equal([]);
  });
});
