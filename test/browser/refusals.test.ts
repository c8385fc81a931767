import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { BROWSER_CASES } from "./browser-cases.ts";
import type { BrowserCase } from "./browser-cases.ts";
import { initiate, initiate18 } from "./browser-requests.ts";
import { payerOf } from "./payer.ts";

const MERCHANTS = {
  PLAIN: {},
  LIMITED: { operations: ["PAY"] },
  SECURE: { mode: "gateway", httpReturnUrls: "refuse" },
};

describe("refusals of browser payments", () => {
  const running = suiteSandbox({ merchants: MERCHANTS });

  const refusalOf = async (example: BrowserCase, order: string): Promise<void> => {
    const client = clientOn(running, example.merchant ?? "PLAIN");
    const { transaction = "1", body, version = 61, chosen } = example;
    if (example.before !== undefined) {
      const earlier = await client.put({ order, transaction: "1", body: example.before, version: 61 });
      expect(earlier.status, JSON.stringify(earlier.body)).to.equal(201);
      if (chosen !== undefined) await payerOf(earlier).choose(chosen);
    }
    const before = await client.getOrder(order);
    const response = await client.put({ order, transaction, body, version });
    const error = valueAt(response.body as Json, "error");
    expect(response.status, JSON.stringify(response.body)).to.equal(400);
    expect([valueAt(error, "field"), valueAt(error, "validationType")]).to.deep.equal([
      example.field,
      example.type,
    ]);
    expect(valueAt(error, "explanation")).to.contain(example.says);
    expect((await client.why(response)).rules?.refusedBy?.rule ?? "").to.equal(example.rule);
    expect((await client.getOrder(order)).body).to.deep.equal(before.body);
  };

  it("do not ask for the payer's bank, which provider B needs only where its group is given", async () => {
    for (const version of [18, 61, 100]) {
      const body = (version === 18 ? initiate18 : initiate)({ "sourceOfFunds.type": "PROVIDER_B" });
      const made = await clientOn(running, "PLAIN").put({
        order: `b-${version}`,
        transaction: "1",
        body,
        version,
      });
      expect(made.status, made.text).to.equal(201);
    }
  });

  BROWSER_CASES.forEach((example, number) => {
    it(`refuse ${example.refuses}, and the order stays as it was`, () =>
      refusalOf(example, `order-${number}`));
  });
});
