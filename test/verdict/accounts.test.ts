import { expect } from "chai";
import fc from "fast-check";
import request from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { formatAmount } from "../../server/domain/money.ts";
import type { Expectation } from "../../server/verdict/expectations/expectations.ts";
import { accountsOf } from "../../server/verdict/expectations/accounts-of-exchanges.ts";
import { movesOf } from "../../server/verdict/expectations/account.ts";
import type { Verdict } from "../../server/verdict/expectations/verify.ts";
import {
  authorize,
  capture,
  disbursement,
  pay,
  refund,
  update,
  verify,
  voidOf,
} from "../support/requests.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";

const PLAN = `
rules:
  - { id: half, when: { amount: "8.00" }, outcome: PARTIALLY_APPROVED }
  - { id: declined, when: { amount: "3.00" }, outcome: DECLINED }
  - { id: lost, when: { amount: "2.00" }, outcome: APPROVED, fault: { at: after-commit, kind: reset } }
`;

const amount = fc.constantFrom("1.00", "2.00", "3.00", "8.00");
const anyBody: fc.Arbitrary<JsonObject> = fc.oneof(
  amount.map(pay),
  amount.map(authorize),
  amount.map(capture),
  amount.map(refund),
  amount.map(disbursement),
  amount.map((it) => update(it)),
  fc.integer({ min: 1, max: 6 }).map((target) => voidOf(String(target))),
  fc.constant(verify()),
);
const anyTraffic = fc.array(
  fc.record({ order: fc.constantFrom("a", "b"), body: anyBody, isRepeated: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 10,
  },
);

describe("the account of an order by its exchanges alone", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startWithPlan(PLAN);
  });
  after(() => running.stop());
  let count = 0;

  it("agrees with the stored order whatever was sent", async function () {
    this.timeout(30_000);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyTraffic, async (traffic) => {
        count += 1;
        const merchant = `TESTACCOUNT${count}`;
        const send = (index: number): Promise<unknown> => {
          const { order, body } = traffic[index] ?? { order: "a", body: pay() };
          const path = `/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/${index + 1}`;
          const call = request(running.sandbox.url).put(path).auth(`merchant.${merchant}`, "sandbox");
          // Some answers are lost on purpose.
          return call.send(body).catch(() => undefined);
        };
        for (const index of traffic.keys()) await send(index);
        for (const [index, { isRepeated }] of traffic.entries()) if (isRepeated) await send(index);
        const control = `/_sandbox/v1/merchants/${merchant}`;
        const list = await request(running.sandbox.url).get(`${control}/exchanges?limit=500`);
        const { exchanges } = list.body as { readonly exchanges: readonly Exchange[] };
        const accounts = accountsOf([...exchanges].reverse());
        for (const { status } of accounts) seen.add(status);
        const expectations = accounts.map((account): Expectation => {
          const { authorized, captured, refunded, disbursed } = account.totals;
          return {
            order: account.id,
            status: account.status,
            totals: {
              authorized: formatAmount(authorized),
              captured: formatAmount(captured),
              refunded: formatAmount(refunded),
              disbursed: formatAmount(disbursed),
            },
            captured: { times: movesOf(account, "captured").length },
            refunded: { times: movesOf(account, "refunded").length },
          };
        });
        const answer = await request(running.sandbox.url).post(`${control}/verify`).send({ expectations });
        const unmet = (answer.body as Verdict).expectations.filter(({ passed }) => !passed);
        expect(unmet, JSON.stringify(accounts)).to.deep.equal([]);
      }),
      { numRuns: 60, seed: 5 },
    );
    expect(seen.size, [...seen].join()).to.be.at.least(6);
  });
});
