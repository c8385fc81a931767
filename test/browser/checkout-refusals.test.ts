import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { CHECKOUT_CASES } from "./checkout-cases.ts";
import { begin, checkoutOf } from "./checkout-client.ts";

describe("refusals of beginning a checkout", () => {
  const running = suiteSandbox({ merchants: { PLAIN: {}, LIMITED: { operations: ["AUTHORIZE"] } } });

  CHECKOUT_CASES.forEach((example, number) => {
    const {
      refuses,
      rule,
      before: earlier,
      values,
      version = 100,
      merchant = "PLAIN",
      field,
      type,
      says,
    } = example;
    it(`refuse ${refuses}`, async () => {
      const order = `order-${number}`;
      const client = clientOn(running, merchant);
      if (earlier !== undefined) await client.put({ order, transaction: "1", body: earlier });
      const response = await begin(running.sandbox.url, checkoutOf(order, values), { version, merchant });
      const error = valueAt(response.body as Json, "error");
      expect(response.status, JSON.stringify(response.body)).to.equal(400);
      expect([valueAt(error, "field"), valueAt(error, "validationType")]).to.deep.equal([field, type]);
      expect(valueAt(error, "explanation")).to.contain(says);
      const { rules, committed } = await client.why(response);
      expect([rules?.refusedBy?.rule ?? "", committed]).to.deep.equal([rule, false]);
    });
  });
});
