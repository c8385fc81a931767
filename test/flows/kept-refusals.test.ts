import { expect } from "chai";
import { sessionUseRules } from "../../server/domain/rules/session.ts";
import { tokenMadeRules, tokenUseRules } from "../../server/domain/rules/token.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { KEPT_CASES } from "./kept-cases.ts";
import { sceneOf } from "./kept-scene.ts";
import { refused } from "./played.ts";

describe("refusals of sessions and tokens", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  KEPT_CASES.forEach((example, number) => {
    it(`refuses ${example.refuses}`, async () => {
      const response = await example.act(sceneOf(running.sandbox.url, `TESTKEPT${number}`));
      expect(response.status, JSON.stringify(response.body)).to.equal(400);
      const { field, explanation, cause } = refused(response);
      expect([cause, field]).to.deep.equal(["INVALID_REQUEST", example.field]);
      expect(explanation).to.contain(example.says);
      const exchange = await clientOf(running.sandbox.url, "TEST").why(response);
      expect(exchange.rules?.refusedBy?.rule ?? "").to.equal(example.rule);
      expect(exchange.committed).to.equal(false);
    });
  });

  it("has a case for every rule", () => {
    const tested = new Set(KEPT_CASES.map(({ rule }) => rule));
    const rules = [...sessionUseRules, ...tokenUseRules, ...tokenMadeRules];
    expect(rules.map(({ id }) => id).filter((id) => !tested.has(id))).to.deep.equal([]);
  });
});
