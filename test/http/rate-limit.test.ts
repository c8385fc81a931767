import { expect } from "chai";
import request from "supertest";
import { startWith } from "../flows/started.ts";
import { MERCHANT_DEFAULTS } from "../../server/gateway/merchants/merchants.ts";
import { createRateLimit } from "../../server/http/rate-limit.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";

const merchantOf = (id: string, requestsPerSecond?: number) => ({
  ...MERCHANT_DEFAULTS,
  id,
  passwords: [],
  requestsPerSecond,
});

/** How many of so many requests pass, by a stopwatch that stands where the test puts it. */
function limited(perSecond: number | undefined) {
  let now = 0;
  const rates = createRateLimit({ perSecond, stopwatch: () => now });
  return {
    wait: (ms: number) => {
      now += ms;
    },
    passed: (times: number, merchant = merchantOf("SHOP")): number => {
      let count = 0;
      for (let call = 0; call < times; call += 1) {
        try {
          rates.take(merchant);
          count += 1;
        } catch (error) {
          expect(error).to.deep.include({ reason: "busy" });
        }
      }
      return count;
    },
  };
}

describe("the limit of requests per second", () => {
  it("lets the requests of a second pass at once, and then steadily as many", () => {
    const { passed, wait } = limited(10);
    expect(passed(15)).to.equal(10);
    wait(100);
    expect(passed(5)).to.equal(1);
    wait(500);
    expect(passed(10)).to.equal(5);
    wait(60_000);
    expect(passed(15), "not more after a long time").to.equal(10);
  });

  it("is counted for each merchant, which may have a limit of its own", () => {
    const { passed } = limited(10);
    expect(passed(20, merchantOf("A"))).to.equal(10);
    expect(passed(20, merchantOf("B", 3))).to.equal(3);
    expect(passed(20, merchantOf("C"))).to.equal(10);
  });

  it("does not exist unless it is set", () => {
    expect(limited(undefined).passed(5_000)).to.equal(5_000);
  });

  it("forgets merchants that are quiet, and not those that are not", () => {
    const { passed, wait } = limited(1);
    for (let id = 0; id < 1_500; id += 1) {
      expect(passed(1, merchantOf(`TEST${id}`))).to.equal(1);
      wait(1);
    }
    expect(passed(1, merchantOf("TEST1499"))).to.equal(0);
  });

  it("does not count explanations", async () => {
    const running = await startWith({ merchants: { LOADED: { requestsPerSecond: 1 } } });
    const explain = () =>
      request(running.sandbox.url)
        .post("/_sandbox/v1/merchants/LOADED/explain")
        .send({ path: "/api/rest/version/100/merchant/LOADED/order/1/transaction/1", body: pay() });
    for (let asked = 0; asked < 3; asked += 1)
      expect((await explain()).body).to.have.nested.property("exchange.answer.status", 201);
    await running.stop();
  });

  it("answers SERVER_BUSY with Retry-After, and stores nothing", async () => {
    const running = await startWith({ merchants: { LOADED: { requestsPerSecond: 1 }, OTHER: {} } });
    const client = clientOf(running.sandbox.url, "LOADED");
    const send = (order: string) => client.put({ order, transaction: "1", body: pay() });
    const answers = await Promise.all(["a", "b", "c"].map(send));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).to.have.lengthOf(2);
    for (const answer of busy) {
      expect(answer.body).to.deep.nested.include({ "error.cause": "SERVER_BUSY" });
      expect(answer.get("Retry-After")).to.match(/^\d+$/);
      expect((await client.why(answer)).committed).to.equal(false);
    }
    const other = clientOf(running.sandbox.url, "OTHER");
    expect((await other.put({ order: "a", transaction: "1", body: pay() })).status).to.equal(201);
    await running.stop();
  });
});
