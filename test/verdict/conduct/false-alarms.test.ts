import { expect } from "chai";
import request from "supertest";
import type { Scorecard } from "../../../server/verdict/conduct/scorecard.ts";
import { startTestSandbox } from "../../support/sandbox.ts";
import type { TestSandbox } from "../../support/sandbox.ts";
import { TRAFFIC } from "./false-alarm-cases.ts";
import type { Step } from "./false-alarm-cases.ts";

describe("rules of conduct", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({ SANDBOX_CLOCK: "" });
  });
  after(() => running.stop());

  async function send(merchant: string, { order, transaction, version = 100, body }: Step): Promise<void> {
    const path = `/api/rest/version/${version}/merchant/${merchant}/order/${order}`;
    const full = transaction === undefined ? path : `${path}/transaction/${transaction}`;
    const call = request(running.sandbox.url)[body === undefined ? "get" : "put"](full);
    // Some answers are lost on purpose.
    await call
      .auth(`merchant.${merchant}`, "sandbox")
      .send(body)
      .catch((error: unknown) => {
        if (!(error instanceof Error && "code" in error)) throw error;
      });
  }

  for (const [index, { what, armed = [], times = 1, steps, broken }] of TRAFFIC.entries()) {
    const verdict = broken.length === 0 ? "nothing" : broken.join(" and ");
    it(`remark ${verdict} on ${what}`, async () => {
      const merchant = `TESTALARM${index}`;
      for (const rule of armed) {
        await request(running.sandbox.url)
          .post(`/_sandbox/v1/merchants/${merchant}/arm`)
          .send({ rule, times });
      }
      for (const step of steps) await send(merchant, step);
      const answer = await request(running.sandbox.url).get(`/_sandbox/v1/merchants/${merchant}/conduct`);
      const { rules, exchanges } = answer.body as Scorecard;
      expect(exchanges).to.equal(steps.length);
      const remarked = rules.filter(({ remarks }) => remarks.length > 0).map(({ id }) => id);
      expect(remarked, JSON.stringify(rules)).to.deep.equal(broken);
    });
  }
});
