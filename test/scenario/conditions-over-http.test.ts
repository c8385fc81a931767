import { expect } from "chai";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { keptClientOf, filledSession, payBySession, tokenOf } from "../support/kept.ts";
import { FUNDS, authorize, capture, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";

const MERCHANT = "TESTCONDITIONS";
const PLAN = `
rules:
  - { id: session-of-ann, when: { session: true, request: { customer.firstName: Ann } }, outcome: DECLINED }
  - { id: by-token, when: { token: true }, outcome: DECLINED }
  - { id: old, when: { version: { max: 50 } }, outcome: DECLINED }
  - { id: in-the-window, when: { clock: { from: "10:00", to: "10:30", days: TUE }, amountEnds: "66" }, outcome: DECLINED }
  - { id: first-capture, when: { operation: CAPTURE, attempt: 1 }, outcome: DECLINED }
  - { id: after-decline, when: { operation: CAPTURE, earlier: { operation: CAPTURE, rule: first-capture } }, outcome: TIMED_OUT }
  - { id: gift, when: { request: { "order.item[n].sku": { prefix: GIFT- } } }, outcome: DECLINED }
`;

describe("scenario conditions over HTTP", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startWithPlan(PLAN);
    client = clientOf(running.sandbox.url, MERCHANT);
  });
  after(() => running.stop());

  const kept = () => keptClientOf(running.sandbox.url, MERCHANT);
  const put = (order: string, transaction: string, body: JsonObject, version = 100): Promise<Response> =>
    client.put({ order, transaction, body, version });
  const ruleOf = async (response: Response): Promise<string | undefined> => {
    expect(response.status, JSON.stringify(response.body)).to.equal(201);
    const { scenario } = await client.why(response);
    return scenario?.decidedBy.kind === "rule" ? scenario.decidedBy.id : scenario?.decidedBy.kind;
  };

  it("see the session that a request uses, and what it brings into the request", async () => {
    const ann = await filledSession(kept(), { sourceOfFunds: FUNDS, customer: { firstName: "Ann" } });
    const bob = await filledSession(kept(), { sourceOfFunds: FUNDS, customer: { firstName: "Bob" } });
    expect(await ruleOf(await put("session-1", "1", payBySession(ann)))).to.equal("session-of-ann");
    expect(await ruleOf(await put("session-2", "1", payBySession(bob)))).to.equal("default");
    const direct = withValue(pay(), "customer.firstName", "Ann");
    expect(await ruleOf(await put("session-3", "1", direct))).to.equal("default");
  });

  it("see that a token pays, and which version is spoken", async () => {
    const token = tokenOf(await kept().createToken({ sourceOfFunds: FUNDS }));
    const body = withValue(pay(), "sourceOfFunds", { token, type: "CARD" });
    expect(await ruleOf(await put("token-1", "1", body))).to.equal("by-token");
    expect(await ruleOf(await put("version-1", "1", pay(), 50))).to.equal("old");
    expect(await ruleOf(await put("version-2", "1", pay(), 51))).to.equal("default");
  });

  it("see the merchant's clock, the amount's end and the items of the request", async () => {
    expect(await ruleOf(await put("clock-1", "1", pay("10.66")))).to.equal("in-the-window");
    const items = [
      { name: "a", quantity: "1", unitPrice: "1", sku: "A" },
      { name: "b", quantity: "1", unitPrice: "1", sku: "GIFT-1" },
    ];
    const basket = withValue(pay("2.00"), "order.item", items);
    expect(await ruleOf(await put("basket-1", "1", basket))).to.equal("gift");
  });

  it("see which try it is, and who decided the one before", async () => {
    await put("tries", "1", authorize());
    const tries = [];
    for (const transaction of ["2", "3"])
      tries.push(await ruleOf(await put("tries", transaction, capture("5.00"))));
    expect(tries).to.deep.equal(["first-capture", "after-decline"]);
  });
});
