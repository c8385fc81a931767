import { expect } from "chai";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";
import { TABLE_CASES } from "./scenario-table-cases.ts";

/** One file holds the rules of all cases, each for an order of its own. */
const PLAN = TABLE_CASES.map(({ rule }, index) => {
  const order = `order: "case-${index}"`;
  const own = rule.startsWith("when: { ")
    ? rule.replace("when: { ", `when: { ${order}, `)
    : `when: { ${order} }, ${rule}`;
  return `  - { id: case-${index}, ${own} }`;
}).join("\n");

describe("a request under a scenario file is answered", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startWithPlan(`rules:\n${PLAN}\n`);
    client = clientOf(running.sandbox.url, "TESTTABLE");
  });
  after(() => running.stop());

  it("by at least sixty kinds of rules", () => {
    expect(TABLE_CASES).to.have.length.above(60);
  });

  for (const [index, { title, body, answer, status = 201 }] of TABLE_CASES.entries()) {
    it(`with ${title}`, async () => {
      const response = await client.put({ order: `case-${index}`, transaction: "1", body });
      expect(response.status, response.text).to.equal(status);
      expect(response.body).to.nested.include(answer);
    });
  }
});
