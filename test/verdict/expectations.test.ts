import { expect } from "chai";
import request from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { accountsOf } from "../../server/verdict/expectations/accounts-of-exchanges.ts";
import { CONDUCT_RULES } from "../../server/verdict/conduct/scorecard.ts";
import { verdictOf } from "../../server/verdict/expectations/verify.ts";
import type { Verdict } from "../../server/verdict/expectations/verify.ts";
import { authorize, capture, pay, refund, voidOf, withValue } from "../support/requests.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";
import { EXPECTATIONS } from "./expectation-cases.ts";
import { allSteps } from "../../server/domain/steps.ts";

const PLAN = `
rules:
  - { id: no-money, case: TC-7, when: { order: declined, operation: PAY }, outcome: DECLINED }
  - { id: lost, when: { order: lost }, outcome: APPROVED, fault: { at: after-commit, kind: reset } }
`;
const MERCHANT = "TESTEXPECT";

const named = (amount: string, reference: string): JsonObject =>
  withValue(pay(amount), "order.reference", reference);

const TRAFFIC: readonly (readonly [order: string, transaction: string, body: JsonObject])[] = [
  ["paid", "1", { ...named("12.34", "R-1"), correlationId: "c-1" }],
  ["paid", "2", refund("2.00")],
  ["twice", "1", named("7.00", "R-2")],
  ["twice-b", "1", named("7.00", "R-2")],
  ["parts", "1", authorize("10.00")],
  ["parts", "2", capture("5.00")],
  ["parts", "3", capture("2.00")],
  ["parts", "4", voidOf("3")],
  ["declined", "1", pay("1.00")],
  ["declined", "1", authorize("1.00")],
  ["refused", "1", withValue(pay("1.00"), "order.currency", undefined)],
  ["lost", "1", named("3.00", "R-3")],
];

describe("an expectation", () => {
  let running: TestSandbox;
  let exchanges: readonly Exchange[];
  before(async () => {
    running = await startWithPlan(PLAN);
    for (const [order, transaction, body] of TRAFFIC) {
      const path = `/api/rest/version/100/merchant/${MERCHANT}/order/${order}/transaction/${transaction}`;
      const call = request(running.sandbox.url).put(path).auth(`merchant.${MERCHANT}`, "sandbox").send(body);
      if (order === "lost") await call.catch(() => undefined);
      else await call;
    }
    const list = await request(running.sandbox.url).get(`/_sandbox/v1/merchants/${MERCHANT}/exchanges`);
    exchanges = [...(list.body as { readonly exchanges: readonly Exchange[] }).exchanges].reverse();
  });
  after(() => running.stop());

  const nameOf = (id: string): string => {
    const { orderId = "", transactionId = "" } = exchanges.find((it) => it.id === id)?.request ?? {};
    return `${orderId}/${transactionId}`;
  };

  for (const { expectation, shown, ...wanted } of EXPECTATIONS) {
    it(`${wanted.passed ? "is met" : "is not met"}: ${JSON.stringify(expectation)}`, async () => {
      const answer = await request(running.sandbox.url)
        .post(`/_sandbox/v1/merchants/${MERCHANT}/verify`)
        .send({ expectations: [{ id: "x", case: "TC-1", note: "n", ...expectation }] });
      expect(answer.status, answer.text).to.equal(200);
      const [found] = (answer.body as Verdict).expectations;
      expect(found).to.deep.include({ id: "x", case: "TC-1", note: "n", ...wanted });
      expect(found?.exchanges.map(nameOf)).to.deep.equal(shown);
    });
  }

  it("is judged alike by a journal alone, without the store", () => {
    const expectations = EXPECTATIONS.map(({ expectation }) => expectation);
    const verdict = allSteps(verdictOf({ expectations }, { exchanges, accounts: accountsOf(exchanges) }));
    const wanted = EXPECTATIONS.map(({ passed, expected, happened }) => ({ passed, expected, happened }));
    const found = verdict?.expectations.map(({ passed, expected, happened }) => ({
      passed,
      expected,
      happened,
    }));
    expect(found).to.deep.equal(wanted);
  });

  it("is not met when a journal begins in the middle of the order, and says so", () => {
    const later = exchanges.slice(TRAFFIC.findIndex(([order, id]) => order === "parts" && id === "2"));
    const expectations = [
      { order: "parts", captured: "5.00" },
      { order: "parts", totals: { captured: "5.00" } },
    ];
    const verdict = allSteps(verdictOf({ expectations }, { exchanges: later, accounts: accountsOf(later) }));
    expect(verdict?.expectations.map(({ passed }) => passed)).to.deep.equal([false, true]);
    expect(verdict?.expectations[0]?.happened).to.match(/^cannot be checked/);
    expect(verdict?.conduct.blindSpots.join()).to.include("in the middle of 1 order: parts");
  });

  it("looks only at what came behind the exchange that it begins at", () => {
    const first = exchanges.findIndex((it) => nameOf(it.id) === "declined/1");
    const expectations = [{ exchanges: {}, exactly: 3 }, { never: "double-payment" as const }];
    const evidence = { exchanges, accounts: [] };
    const verdict = allSteps(verdictOf({ since: exchanges[first]?.id ?? "", expectations }, evidence));
    expect(verdict?.expectations.map(({ passed }) => passed)).to.deep.equal([true, true]);
    expect(allSteps(verdictOf({ since: "no-such-exchange", expectations }, evidence))).to.equal(undefined);
  });

  it("is judged in steps, one for each rule and expectation at least, so that payments need not wait for all of it", () => {
    const expectations = EXPECTATIONS.map(({ expectation }) => expectation);
    const steps = verdictOf({ expectations }, { exchanges, accounts: accountsOf(exchanges) });
    const rules = CONDUCT_RULES.filter(({ isOnByDefault }) => isOnByDefault);
    expect([...steps].length).to.be.at.least(rules.length + expectations.length);
  });

  it("says that a clock that stands still tells nothing of times", () => {
    const { rules, blindSpots } = allSteps(verdictOf({}, { exchanges, accounts: [] }))?.conduct ?? {
      rules: [],
      blindSpots: [],
    };
    expect(rules.filter(({ isJudged }) => !isJudged).map(({ id }) => id)).to.deep.equal([
      "notification-retried-in-vain",
      "retry-storm",
      "ignored-busy",
    ]);
    expect(blindSpots[0]).to.equal(
      "The clock was frozen, so notification-retried-in-vain, retry-storm, ignored-busy could not be checked.",
    );
  });
});
