import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";
import { answered } from "./played.ts";
import { clientOn, startWith } from "./started.ts";

const PLAN = "rules:\n  - { id: always, priority: 1000000, outcome: DECLINED }\n";

describe("a rule that was armed before a restart", () => {
  it("decides the next request that it matches", async () => {
    const first = await startWith({});
    const card = "4000000000000002";
    const rule = { when: { card }, outcome: "BLOCKED" };
    await request(first.sandbox.url).post("/_sandbox/v1/merchants/TESTMERCHANT/arm").send({ rule });
    const again = await first.restart();
    try {
      const { response } = answered(await clientOn(again).put({ order: "1", transaction: "1", body: pay() }));
      expect(response.gatewayCode).to.equal("APPROVED");
      const body = withValue(pay(), "sourceOfFunds.provided.card.number", card);
      const blocked = answered(await clientOn(again).put({ order: "2", transaction: "1", body }));
      expect(blocked.response.gatewayCode).to.equal("BLOCKED");
    } finally {
      await again.stop();
    }
  });
});

describe("a rule that was armed", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startWithPlan(PLAN);
  });
  after(() => running.stop());
  let count = 0;
  beforeEach(() => {
    count += 1;
    client = clientOf(running.sandbox.url, merchant());
  });

  const merchant = (): string => `TESTARM${count}`;
  const path = (rest: string): string => `/_sandbox/v1/merchants/${merchant()}/${rest}`;
  const arm = (body: JsonObject) => request(running.sandbox.url).post(path("arm")).send(body);
  const payment = (order: string): Promise<Response> =>
    client.put({ order, transaction: "1", body: pay("10.00") });
  const codeOf = async (order: string): Promise<string> =>
    answered(await payment(order)).response.gatewayCode;

  it("goes before every file, once, and the exchange names it", async () => {
    const armed = await arm({ rule: { id: "next", case: "TC-7", outcome: "BLOCKED" } });
    expect(armed.status).to.equal(201);
    expect(armed.body).to.deep.equal({ id: "next", case: "TC-7", rule: { outcome: "BLOCKED" }, times: 1 });
    const first = await payment("1");
    expect(answered(first).response.gatewayCode).to.equal("BLOCKED");
    expect((await client.why(first)).scenario?.decidedBy).to.deep.equal({
      kind: "rule",
      scenario: "#armed",
      id: "next",
      case: "TC-7",
    });
    expect(await codeOf("2")).to.equal("DECLINED");
  });

  it("is listed with what it is about and does, and with no more of a card than may be shown", async () => {
    const when = { card: ["4000000000000119"], securityCode: "123", cardPrefix: "400000" };
    await arm({ rule: { when, fault: { at: "after-commit", kind: "close" } } });
    const listed = await request(running.sandbox.url).get(path("armed"));
    const shown = { card: ["400000xxxxxx0119"], securityCode: "xxx", cardPrefix: "400000" };
    expect(listed.body).to.deep.equal({
      armed: [
        { id: "armed-1", rule: { when: shown, fault: { at: "after-commit", kind: "close" } }, times: 1 },
      ],
    });
  });

  it("waits for a request that it matches, and answers as often as it is armed for", async () => {
    await arm({ rule: { when: { order: ["b", "c", "d"] }, outcome: "BLOCKED" }, times: 2 });
    expect(await codeOf("a")).to.equal("DECLINED");
    expect(await codeOf("b")).to.equal("BLOCKED");
    const left = await request(running.sandbox.url).get(path("armed"));
    expect((left.body as { readonly armed: readonly object[] }).armed[0]).to.include({ times: 1 });
    expect(await codeOf("c")).to.equal("BLOCKED");
    expect(await codeOf("d")).to.equal("DECLINED");
  });

  it("is gone when its time is over by the merchant's clock, and when it is disarmed", async () => {
    await arm({ rule: { id: "brief", outcome: "BLOCKED" }, ttl: "PT5M" });
    await request(running.sandbox.url).put(path("clock")).send({ advance: "PT5M" });
    expect(await codeOf("1")).to.equal("DECLINED");
    await arm({ rule: { id: "off", outcome: "BLOCKED" } });
    expect((await request(running.sandbox.url).delete(path("armed/off"))).status).to.equal(204);
    expect((await request(running.sandbox.url).delete(path("armed/off"))).status).to.equal(404);
    expect(await codeOf("2")).to.equal("DECLINED");
  });

  it("is used up by one of ten racing requests", async () => {
    await arm({ rule: { outcome: "BLOCKED" } });
    const codes = await Promise.all(Array.from({ length: 10 }, (_, index) => codeOf(`race-${index}`)));
    expect(codes.filter((code) => code === "BLOCKED")).to.have.length(1);
  });

  it("may only add to what the files decide", async () => {
    await arm({ rule: { fault: { at: "after-commit", kind: "server-failed" } } });
    expect((await payment("1")).status).to.equal(500);
    const again = await payment("1");
    expect(again.status).to.equal(200);
    expect(answered(again).response.gatewayCode).to.equal("DECLINED");
  });

  const BAD: readonly (readonly [what: string, body: JsonObject, status: number, detail: RegExp])[] = [
    ["no rule", {}, 400, /^rule: expected a rule/],
    ["a rule that is none", { rule: [] }, 400, /^rule: expected a rule/],
    ["a rule that does nothing", { rule: { id: "x" } }, 400, /^rule: a rule needs an "outcome"/],
    ["a slip in a code", { rule: { outcome: "DECLIEND" } }, 400, /^outcome: .*did you mean DECLINED/],
    ["a number of times that is none", { rule: { outcome: "BLOCKED" }, times: 0 }, 400, /^times: expected/],
    ["a time that is none", { rule: { outcome: "BLOCKED" }, ttl: "5 minutes" }, 400, /^ttl: expected.*PT5M/],
    ["a member that nobody knows", { rule: { outcome: "BLOCKED" }, time: 1 }, 400, /Did you mean 'times'\?/],
    [
      "a card number that is no text",
      { rule: { when: { card: 4000000000000002 }, outcome: "BLOCKED" } },
      400,
      /quotes/,
    ],
  ];
  for (const [what, body, status, detail] of BAD) {
    it(`is refused with ${what}`, async () => {
      const answer = await arm(body);
      expect(answer.status).to.equal(status);
      expect((answer.body as { readonly detail: string }).detail).to.match(detail);
      expect(answer.text).not.to.include("4000000000000002");
    });
  }

  it("has every member named that is wrong, also as a list", async () => {
    const rule = {
      when: { amount: 5, opration: "PAY", request: { "4111111111111111": 1.5 } },
      outcomes: ["APPROVED", { outcome: "NO" }],
    };
    const { body } = (await arm({ rule })) as { body: { detail: string; errors: { member: string }[] } };
    expect(body.errors.map(({ member }) => member)).to.include.members([
      "when.amount",
      "when.opration",
      "outcomes[1].outcome",
    ]);
    for (const { member } of body.errors) expect(body.detail).to.include(`${member}: `);
    expect(JSON.stringify(body)).not.to.include("4111111111111111");
    const both = await arm({ rule: { outcome: "BLOCKED" }, times: "x", ttl: "x" });
    expect(both.body).to.nested.include({ "errors[0].member": "times", "errors[1].member": "ttl" });
  });

  it("is armed once under its id", async () => {
    await arm({ rule: { id: "same", outcome: "BLOCKED" } });
    expect((await arm({ rule: { id: "same", outcome: "BLOCKED" } })).status).to.equal(409);
  });
});
