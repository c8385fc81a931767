import { expect } from "chai";
import { FLOWS, pathOf } from "../scripts/bench/requests.ts";
import { median } from "../scripts/bench/measurement.ts";
import { readOptions, UsageError } from "../scripts/bench/options.ts";
import { tableOf } from "../scripts/bench/report.ts";
import type { Measurement } from "../scripts/bench/measurement.ts";
import { startTestSandbox } from "./support/sandbox.ts";

const CREDENTIALS = `Basic ${Buffer.from("merchant.TESTBENCH:sandbox").toString("base64")}`;

/** Every flow once, each on an order of its own. */
const requests = Object.values(FLOWS).flatMap((bodies, flow) =>
  bodies.map((body, index) => ({ path: pathOf(`order-${flow}`, `t${index}`), body })),
);

const measured = (requestsPerSecond: number): Measurement => ({
  requestsPerSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicroseconds: undefined,
  memoryMb: 100,
  driverBusy: 0.5,
});

describe("the benchmark", () => {
  it("sends requests that the sandbox takes and approves, in the order in which they are sent", async () => {
    const { sandbox, stop } = await startTestSandbox();
    try {
      for (const { path, body } of requests) {
        const answer = await fetch(sandbox.url + path, {
          method: "PUT",
          headers: { authorization: CREDENTIALS, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        expect(await answer.json(), body.apiOperation).to.include({ result: "SUCCESS" });
        expect(answer.status, body.apiOperation).to.equal(201);
      }
    } finally {
      await stop();
    }
  });

  it("measures at 0, 10,000 and 100,000 orders unless it is told to be quick", () => {
    expect(readOptions([]).levels).to.deep.equal([0, 10_000, 100_000]);
    expect(readOptions(["--quick"]).levels).to.deep.equal([0, 1_000]);
  });

  for (const args of [
    ["--rounds", "0"],
    ["--rounds", "1.5"],
    ["--seconds", "31"],
    ["--seconds", "soon"],
    ["--connections", "257"],
    ["--conections", "8"],
    ["all"],
  ]) {
    it(`refuses the arguments ${args.join(" ")}`, () => {
      expect(() => readOptions(args)).to.throw(UsageError);
    });
  }

  const middles = [
    { values: [], middle: undefined },
    { values: [undefined, 3], middle: 3 },
    { values: [10, 1, 2], middle: 2 },
    { values: [10, 1, 2, 4], middle: 3 },
  ];
  for (const { values, middle } of middles) {
    it(`takes ${middle ?? "nothing"} as the median of ${JSON.stringify(values)}`, () => {
      expect(median(values)).to.equal(middle);
    });
  }

  it("reports the median of the ratios of the rounds, not the ratio of the medians", () => {
    const rounds = [
      { sandbox: measured(100), reference: measured(500) },
      { sandbox: measured(400), reference: measured(1000) },
      { sandbox: measured(300), reference: measured(600) },
    ];
    const level = {
      orders: 0,
      ordersAtFirstRound: 1,
      ordersAtEnd: 2,
      flows: [{ flow: "PAY" as const, rounds }],
    };
    expect(tableOf(level)).to.match(/ratio +0\.40 \(0\.20 to 0\.50\)/);
  });
});
