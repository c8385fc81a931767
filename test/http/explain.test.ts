import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";

const PLAN = `
rules:
  - { id: other-card, when: { card: "4000000000000002" }, outcome: DECLINED }
  - { id: other-amount, case: TC-3, when: { amount: "5.00" }, outcome: DECLINED }
  - { id: lost, when: { amount: "6.00" }, outcome: APPROVED, delay: 1m, fault: { at: after-commit, kind: reset } }
  - { id: unstored, when: { amount: "7.00" }, hold: before-commit, fault: { at: before-commit, kind: close } }
  - { id: in-turn, when: { amount: "8.00" }, outcomes: [REFERRED, APPROVED] }
`;

interface Explained {
  readonly explanation: readonly string[];
  readonly exchange: Exchange;
}

describe("an explanation", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startWithPlan(PLAN);
    client = clientOf(running.sandbox.url, "TESTWHY");
  });
  after(() => running.stop());

  const ask = (wish: object, merchant = "TESTWHY"): Promise<Response> =>
    Promise.resolve(
      request(running.sandbox.url).post(`/_sandbox/v1/merchants/${merchant}/explain`).send(wish),
    );
  const pathOf = (order: string, transaction = "1"): string =>
    `/api/rest/version/100/merchant/TESTWHY/order/${order}/transaction/${transaction}`;
  const explain = async (order: string, body: JsonObject, transaction = "1"): Promise<Explained> => {
    const answer = await ask({ path: pathOf(order, transaction), body });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body as Explained;
  };
  const put = (order: string, transaction: string, body: JsonObject) =>
    client.put({ order, transaction, body });

  it("names every rule with its first condition that does not hold, other cards' too, and the answer", async () => {
    const { exchange, explanation } = await explain("new", pay("10.00"));
    expect(exchange.scenario?.tried.map(({ id }) => id)).to.deep.equal([
      "other-card",
      "other-amount",
      "lost",
      "unstored",
      "in-turn",
      ...["p2pe-invalid", "pin-invalid", "inquiry-p2pe-invalid", "inquiry-pin-invalid"],
    ]);
    expect(explanation).to.include("  plan#other-amount does not match: amount: expected 5.00, got 10.00");
    expect(explanation).to.include("Order: new becomes CAPTURED.");
    expect(explanation.at(-1)).to.equal("Answer: 201 SUCCESS APPROVED.");
    expect(JSON.stringify(exchange)).not.to.include("4000000000000002");
  });

  it("is the answer that the request then gets", async () => {
    await put("same", "1", authorize("20.00"));
    const { exchange } = await explain("same", capture("20.00"), "2");
    const answer = await put("same", "2", capture("20.00"));
    expect(answer.body).to.deep.equal(exchange.answer.body);
    expect(answer.status).to.equal(exchange.answer.status);
  });

  it("has no effect: nothing is stored, no sequence goes on, no armed rule is used up, no exchange is kept", async () => {
    const url = "/_sandbox/v1/merchants/TESTWHY/arm";
    await request(running.sandbox.url)
      .post(url)
      .send({ rule: { id: "armed", when: { amount: "9.00" }, outcome: "BLOCKED" } });
    for (const amount of ["8.00", "8.00", "9.00", "9.00"]) {
      const { exchange } = await explain("effectless", pay(amount));
      expect(exchange.scenario?.gatewayCode).to.equal(amount === "8.00" ? "REFERRED" : "BLOCKED");
      const found = await request(running.sandbox.url).get(`/_sandbox/v1/exchanges/${exchange.id}`);
      expect(found.status).to.equal(404);
    }
    expect((await client.getOrder("effectless")).status).to.equal(400);
    expect((await put("effectless", "1", pay("9.00"))).body).to.nested.include({
      "response.gatewayCode": "BLOCKED",
    });
  });

  it("waits for nothing and breaks nothing, but tells it", async () => {
    const lost = await explain("lost", pay("6.00"));
    expect(lost.exchange.fault).to.deep.include({ at: "after-commit", kind: "reset" });
    expect(lost.exchange.fault?.lost?.status).to.equal(201);
    expect(lost.explanation).to.include("  acquirer delay of 60000 ms");
    expect(lost.explanation).to.include(
      "Fault: reset after-commit; the caller does not get the normal answer.",
    );
    const unstored = await explain("unstored", pay("7.00"));
    expect(unstored.exchange.fault).to.deep.equal({ at: "before-commit", kind: "close" });
    expect(unstored.exchange.answer).to.deep.equal({ status: 0 });
    expect(unstored.explanation.at(-1)).to.equal("Answer: none.");
  });

  it("tells what the contract and the rules of meaning have against it", async () => {
    const { explanation } = await explain("wrong", withValue(pay(), "order.amonut", "1"));
    expect(explanation.find((line) => line.includes("violation"))).to.match(/order\.amonut/);
    expect(explanation.at(-1)).to.equal("Answer: 400 ERROR.");
    const late = await explain("never-made", capture("1.00"), "2");
    expect(late.explanation.find((line) => line.startsWith("Refused:"))).to.match(/order/i);
  });

  const ANSWERS: readonly (readonly [what: string, wish: object, status: number])[] = [
    ["an unknown path", { path: "/api/rest/version/100/nothing" }, 404],
    ["a wrong method", { path: "PATH", method: "POST", body: {} }, 405],
    ["wrong credentials", { path: "PATH", body: {}, headers: { Authorization: "Basic eA==" } }, 401],
    ["another merchant's path", { path: "/api/rest/version/100/merchant/TESTB/order/1" }, 403],
    ["a body that is no JSON", { path: "PATH", body: "{" }, 400],
    ["an order that is not there", { path: "/api/rest/version/100/merchant/TESTWHY/order/none" }, 400],
    ["information", { path: "/api/rest/version/100/information" }, 200],
  ];
  for (const [what, wish, status] of ANSWERS) {
    it(`answers ${status} for ${what}`, async () => {
      const path = (wish as { readonly path: string }).path.replace("PATH", pathOf("x"));
      const answer = await ask({ ...wish, path });
      expect((answer.body as Explained).exchange.answer.status).to.equal(status);
    });
  }

  const REFUSED: readonly (readonly [what: string, wish: object])[] = [
    ["no path", { body: {} }],
    ["a path that is none", { path: "api" }],
    ["a method that is none", { path: "/", method: "PATCH" }],
    ["headers that are too long", { path: "/", headers: { a: "x".repeat(9_000) } }],
    ["a header that breaks the line", { path: "/", headers: { a: "x\r\ny" } }],
  ];
  it("is refused for a member that nobody knows, with the one that was meant", async () => {
    const answer = await ask({ path: pathOf("1"), bdoy: {} });
    expect([answer.status, (answer.body as { readonly detail: string }).detail]).to.deep.equal([
      400,
      "There is no 'bdoy'. Did you mean 'body'? Known: method, path, headers, body.",
    ]);
  });

  for (const [what, wish] of REFUSED) {
    it(`is refused for ${what}`, async () => {
      const answer = await ask(wish);
      expect(answer.status).to.equal(400);
      expect((answer.body as { readonly detail: string }).detail).to.include('"path"');
    });
  }
});
