import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox, TEST_TIME } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const ALL = ["orders", "journal", "counters", "clock", "armed", "coverage"];
const control = (merchant: string, path: string): string => `/_sandbox/v1/merchants/${merchant}/${path}`;

/** What is left of an order, of the exchanges and of a frozen clock. */
interface Left {
  readonly order: boolean;
  readonly journal: boolean;
  readonly clock: boolean;
}

describe("the reset of a merchant", () => {
  let running: TestSandbox;
  beforeEach(async () => {
    running = await startTestSandbox();
    for (const merchant of ["TESTONE", "TESTTWO"]) {
      await clientOf(running.sandbox.url, merchant).put({ order: "1", transaction: "1", body: pay() });
      const frozen = { mode: "frozen", at: "2035-01-01T00:00:00Z" };
      await request(running.sandbox.url).put(control(merchant, "clock")).send(frozen);
    }
  });
  afterEach(() => running.stop());

  const client = (merchant: string): Client => clientOf(running.sandbox.url, merchant);
  const reset = async (merchant: string, body?: object | string): Promise<Response> =>
    request(running.sandbox.url).post(control(merchant, "reset")).send(body);
  const leftOf = async (merchant: string): Promise<Left> => {
    const exchanges = await request(running.sandbox.url).get(control(merchant, "exchanges"));
    const clock = await request(running.sandbox.url).get(control(merchant, "clock"));
    const order = await client(merchant).getOrder("1");
    return {
      order: order.status === 200,
      journal: (exchanges.body as { exchanges: unknown[] }).exchanges.length > 0,
      clock: (clock.body as { now: string }).now !== TEST_TIME,
    };
  };
  const EVERYTHING: Left = { order: true, journal: true, clock: true };
  const NOTHING: Left = { order: false, journal: false, clock: false };

  for (const [name, body] of [
    ["no body", undefined],
    ["no parts", {}],
    ["every part", { only: ALL }],
  ] as const) {
    it(`forgets everything with ${name}, and nothing of another merchant`, async () => {
      const response = await reset("TESTONE", body);
      expect([response.status, response.body]).to.deep.equal([200, { merchant: "TESTONE", reset: ALL }]);
      expect(await leftOf("TESTONE")).to.deep.equal(NOTHING);
      expect(await leftOf("TESTTWO")).to.deep.equal(EVERYTHING);
    });
  }

  const parts: readonly (readonly [only: readonly string[], gone: Partial<Left>])[] = [
    [["orders"], { order: false }],
    [["journal"], { journal: false }],
    [["clock"], { clock: false }],
    [["counters"], {}],
    [["armed"], {}],
    [["coverage"], {}],
    [["journal", "orders", "journal"], { order: false, journal: false }],
  ];
  for (const [only, gone] of parts) {
    it(`forgets ${only.join(" and ")} and leaves the rest`, async () => {
      const response = await reset("TESTONE", { only });
      const named = ALL.filter((part) => only.includes(part));
      expect([response.status, response.body]).to.deep.equal([200, { merchant: "TESTONE", reset: named }]);
      expect(await leftOf("TESTONE")).to.deep.equal({ ...EVERYTHING, ...gone });
    });
  }

  it("takes the ids of forgotten orders again as new ones", async () => {
    await reset("TESTONE");
    const again = await client("TESTONE").put({ order: "1", transaction: "1", body: pay() });
    expect(again.status).to.equal(201);
  });

  const wrong: readonly (readonly [body: object | string, title: string, detail: RegExp])[] = [
    [
      { only: ["order"] },
      "Unknown part",
      /^There is no 'order'\. Did you mean 'orders'\? Known: orders, journal, /,
    ],
    [{ onli: ["orders"] }, "Unknown member", /Did you mean 'only'\?/],
    [{ only: [] }, "Invalid reset", /Send no body, or \{"only":\[…\]\}/],
    [{ only: "orders" }, "Invalid reset", /Send no body/],
    [{ only: [1] }, "Invalid reset", /Send no body/],
    [[], "Invalid reset", /Send no body/],
    ["{", "Bad request", /Json/],
  ];
  for (const [body, title, detail] of wrong) {
    it(`forgets nothing when it is asked with ${JSON.stringify(body)}`, async () => {
      const response = await reset("TESTONE", body);
      expect(response.body).to.include({ status: 400, title });
      expect((response.body as { detail: string }).detail).to.match(detail);
      expect(await leftOf("TESTONE")).to.deep.equal(EVERYTHING);
    });
  }

  it("is for merchants that there are", async () => {
    expect((await reset("NOBODY")).body).to.include({ status: 404, title: "No such merchant" });
  });
});
