import { expect } from "chai";
import fc from "fast-check";
import request from "supertest";
import type { Response } from "supertest";
import { msOfDuration } from "../../server/http/control/kernel/judge.ts";
import { startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import { pay } from "../support/requests.ts";
import { clientOf, TEST_TIME } from "../support/sandbox.ts";

const NOW = Date.parse(TEST_TIME);
const later = (ms: number): string => new Date(NOW + ms).toISOString();

describe("the clock of a merchant", () => {
  let running: Started;
  before(async () => {
    running = await startWith({});
  });
  after(() => running.stop());

  const put = (merchant: string, change: object | string): Promise<Response> =>
    request(running.sandbox.url).put(`/_sandbox/v1/merchants/${merchant}/clock`).send(change);
  const read = async (merchant: string): Promise<unknown> =>
    (await request(running.sandbox.url).get(`/_sandbox/v1/merchants/${merchant}/clock`)).body;

  it("is the sandbox's own until somebody moves it", async () => {
    expect(await read("TESTREAL")).to.deep.equal({
      aheadMs: 0,
      merchant: "TESTREAL",
      mode: "real",
      now: TEST_TIME,
    });
  });

  it("runs ahead, stands still, moves on while it stands, and goes back to the sandbox's own", async () => {
    const steps: readonly (readonly [object, object])[] = [
      [{ advance: "P8D" }, { mode: "real", now: later(8 * 86_400_000), aheadMs: 8 * 86_400_000 }],
      [
        { advance: "PT1.5S" },
        { mode: "real", now: later(8 * 86_400_000 + 1_500), aheadMs: 8 * 86_400_000 + 1_500 },
      ],
      [
        { mode: "frozen", at: "2031-06-01T12:00:00+02:00" },
        { mode: "frozen", now: "2031-06-01T10:00:00.000Z" },
      ],
      [{ advance: "P1WT1H" }, { mode: "frozen", now: "2031-06-08T11:00:00.000Z" }],
      [{ mode: "real" }, { mode: "real", now: TEST_TIME, aheadMs: 0 }],
    ];
    for (const [change, expected] of steps) {
      const answer = await put("TESTMOVED", change);
      expect([answer.status, answer.body]).to.deep.equal([200, { merchant: "TESTMOVED", ...expected }]);
      expect(await read("TESTMOVED")).to.deep.equal(answer.body);
    }
  });

  it("is what the merchant's transactions show, and nobody else's", async () => {
    await put("TESTAHEAD", { mode: "frozen", at: "2035-01-01T00:00:00Z" });
    for (const [merchant, time] of [
      ["TESTAHEAD", "2035-01-01T00:00:00.000Z"],
      ["TESTOTHER", TEST_TIME],
    ] as const) {
      const answer = await clientOf(running.sandbox.url, merchant).put({
        order: "1",
        transaction: "1",
        body: pay(),
      });
      expect((answer.body as { timeOfRecord: string }).timeOfRecord).to.equal(time);
    }
  });

  it("decides whether a card has expired", async () => {
    await put("TESTCARD", { mode: "frozen", at: "2040-01-01T00:00:00Z" });
    const body = {
      ...pay(),
      sourceOfFunds: {
        type: "CARD",
        provided: { card: { number: "4508750015741019", expiry: { month: "12", year: "39" } } },
      },
    };
    const answer = await clientOf(running.sandbox.url, "TESTCARD").put({
      order: "1",
      transaction: "1",
      body,
    });
    expect((answer.body as { response: { gatewayCode: string } }).response.gatewayCode).to.equal(
      "EXPIRED_CARD",
    );
  });

  it("survives a restart", async () => {
    await put("TESTKEPT", { advance: "P30D" });
    running = await running.restart();
    expect(await read("TESTKEPT")).to.include({ now: later(30 * 86_400_000) });
  });

  it("loses none of several moves that race", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => put("TESTRACE", { advance: "PT1H" })));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    expect(await read("TESTRACE")).to.include({ now: later(10 * 3_600_000) });
  });

  const wrong: readonly (object | string)[] = [
    "",
    [],
    {},
    { mode: "fast" },
    { mode: "frozen" },
    { mode: "real", at: "2030-01-01T00:00:00Z" },
    { mode: "frozen", at: 1_900_000_000_000 },
    { mode: "frozen", at: "2030-01-01" },
    { mode: "frozen", at: "2030-01-01T00:00:00" },
    { mode: "frozen", at: "2030-02-30T00:00:00Z" },
    { mode: "frozen", at: "2030-01-01T25:00:00Z" },
    { mode: "frozen", at: "1969-12-31T23:59:59Z" },
    { mode: "frozen", at: "2030-01-01T00:00:00Z", advance: "P1D" },
    { advance: "P1M" },
    { advance: "P1Y" },
    { advance: "P" },
    { advance: "PT" },
    { advance: "P1DT" },
    { advance: "-P1D" },
    { advance: "PT0S" },
    { advance: "8 days" },
    { advance: 8 },
    { advance: "P1D", mode: "real" },
    { advance: "P1D", reason: "test" },
  ];
  for (const change of wrong) {
    it(`is not moved by ${JSON.stringify(change)}`, async () => {
      const answer = await put("TESTWRONG", change);
      expect([answer.status, answer.get("Content-Type")]).to.deep.equal([
        400,
        "application/problem+json; charset=utf-8",
      ]);
      expect((answer.body as { title: string }).title).to.equal("Invalid clock");
      expect((answer.body as { detail: string }).detail).to.match(/^Send \{"mode":"real"\}/);
      expect(await read("TESTWRONG")).to.include({ now: TEST_TIME });
    });
  }

  it("does not leave the years that times are written in", async () => {
    const answer = await put("TESTFAR", { advance: "P9999999D" });
    expect([answer.status, answer.body]).to.deep.equal([
      400,
      { type: "about:blank", title: "Invalid clock", status: 400, detail: "Clocks go from 1970 to 9999." },
    ]);
    expect(await read("TESTFAR")).to.include({ now: TEST_TIME });
  });

  it("says what it cannot read", async () => {
    const broken = await request(running.sandbox.url)
      .put("/_sandbox/v1/merchants/TESTWRONG/clock")
      .type("json")
      .send("{");
    expect([broken.status, (broken.body as { title: string }).title]).to.deep.equal([400, "Bad request"]);
  });

  for (const merchant of ["NOBODY", "TEST4508750015741019", "TEST%20"]) {
    it(`is nobody's where there is no such merchant: ${merchant}`, async () => {
      const answers = [
        await put(merchant, { mode: "real" }),
        await request(running.sandbox.url).get(`/_sandbox/v1/merchants/${merchant}/clock`),
      ];
      for (const answer of answers) {
        expect([answer.status, (answer.body as { title: string }).title]).to.deep.equal([
          404,
          "No such merchant",
        ]);
      }
    });
  }

  it("moves by exactly what a duration says", () => {
    const part = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });
    const parts = fc.tuple(part(99), part(999), part(99), part(999), part(99_999));
    fc.assert(
      fc.property(parts, ([weeks, days, hours, minutes, ms]) => {
        fc.pre(weeks + days + hours + minutes + ms > 0);
        const advance = `P${weeks}W${days}DT${hours}H${minutes}M${(ms / 1000).toFixed(3)}S`;
        const hoursInAll = (weeks * 7 + days) * 24 + hours;
        expect(msOfDuration(advance)).to.equal((hoursInAll * 60 + minutes) * 60_000 + ms);
      }),
    );
  });
});
