import { expect } from "chai";
import request from "supertest";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";
import type { ScenarioCoverage } from "../../server/verdict/coverage/scenario-coverage.ts";

const PLAN = `
rules:
  - { id: slow, case: TC-1, delay: 1ms }
  - { id: declined, case: TC-2, note: Issuer declines, when: { amount: "5.00" }, outcome: DECLINED }
  - { id: blocked, case: TC-2, when: { amount: "6.00" }, outcome: BLOCKED }
  - { id: never, case: TC-3, when: { amount: "7.00" }, outcome: BLOCKED }
`;

describe("the coverage of scenario rules", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startWithPlan(PLAN);
  });
  after(() => running.stop());

  const pays = async (merchant: string, ...amounts: readonly string[]): Promise<void> => {
    const client: Client = clientOf(running.sandbox.url, merchant);
    for (const [index, amount] of amounts.entries())
      await client.put({ order: `order-${index}`, transaction: "1", body: pay(amount) });
  };
  const coverage = async (path = "coverage"): Promise<ScenarioCoverage> =>
    (await request(running.sandbox.url).get(`/_sandbox/v1/${path}`)).body as ScenarioCoverage;
  const of = (merchant: string): Promise<ScenarioCoverage> => coverage(`merchants/${merchant}/coverage`);
  const timesIn = ({ rules }: ScenarioCoverage): readonly number[] => rules.map(({ times }) => times);

  it("counts how often each rule decided or added, and names those that never did", async () => {
    await pays("TESTCOVER", "5.00", "5.00", "9.00");
    const shown = await of("TESTCOVER");
    expect(timesIn(shown)).to.deep.equal([3, 2, 0, 0]);
    expect(shown.percent).to.equal(50);
    expect(shown.rules[1]).to.include({
      scenario: "plan",
      id: "declined",
      case: "TC-2",
      note: "Issuer declines",
    });
    expect(shown.rules[1]?.lastExchange).to.be.a("string");
    expect(shown.rules[3]).not.to.have.property("lastExchange");
  });

  it("takes a case of the test plan for exercised when one of its rules was", async () => {
    await pays("TESTCASES", "6.00");
    expect((await of("TESTCASES")).cases).to.deep.equal([
      { case: "TC-1", times: 1, rules: ["plan#slow"] },
      { case: "TC-2", times: 1, rules: ["plan#declined", "plan#blocked"] },
      { case: "TC-3", times: 0, rules: ["plan#never"] },
    ]);
  });

  it("counts neither the stored answer of a repeated request nor a refused one", async () => {
    const client = clientOf(running.sandbox.url, "TESTAGAIN");
    const call = { order: "1", transaction: "1", body: pay("5.00") };
    await client.put(call);
    await client.put(call);
    await client.put({ ...call, body: pay("6.00") });
    expect(timesIn(await of("TESTAGAIN"))).to.deep.equal([1, 1, 0, 0]);
  });

  it("tells of rules that are of no active file, such as armed ones", async () => {
    await request(running.sandbox.url)
      .post("/_sandbox/v1/merchants/TESTOTHER/arm")
      .send({ rule: { id: "next", outcome: "BLOCKED" } });
    await pays("TESTOTHER", "5.00");
    const { others, percent } = await of("TESTOTHER");
    expect(others.map(({ scenario, id, times }) => [scenario, id, times])).to.deep.equal([
      ["#armed", "next", 1],
    ]);
    expect(percent).to.equal(0);
  });

  it("adds all merchants up, and forgets one of them by a reset", async () => {
    const [before] = timesIn(await coverage());
    await pays("TESTSUM", "5.00");
    const [after] = timesIn(await coverage());
    expect(after).to.equal((before ?? 0) + 1);
    const url = "/_sandbox/v1/merchants/TESTSUM/reset";
    await request(running.sandbox.url)
      .post(url)
      .send({ only: ["coverage"] });
    expect(timesIn(await of("TESTSUM"))).to.deep.equal([0, 0, 0, 0]);
    expect(timesIn(await coverage())[0]).to.equal(before);
  });
});
