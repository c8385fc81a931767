import { expect } from "chai";
import { refundOf } from "../operations/situations.ts";
import { FUNDS, withValue } from "../support/requests.ts";
import { clientOn, suiteSandbox } from "./started.ts";

/** One card number, as it is told, as people write it, and as a track has it. */
const TARGETS = ["5123450000000008", "5123 4500 0000 0008", "%B5123450000000008^DOE/J^3901101?"];

describe("what a standalone refund says that it is about", () => {
  const running = suiteSandbox({ merchants: { SHOP: {} }, scenario: { rules: [] } });
  const client = clientOn(running, "SHOP");

  for (const [index, target] of TARGETS.entries()) {
    it(`is masked in answers, the order and the exchange when it is ${target}`, async () => {
      const order = `refunded-${index}`;
      const body = withValue(refundOf(target), "sourceOfFunds", FUNDS);
      const response = await client.put({ order, transaction: "1", body });
      expect(response.status).to.equal(201);
      const found = await client.getOrder(order);
      const told = JSON.stringify([response.body, found.body, await client.why(response)]);
      expect(told).to.include("512345");
      expect(told.replaceAll(" ", "")).to.not.include("5123450000000008");
    });
  }

  it("is told as it was sent otherwise", async () => {
    const body = withValue(refundOf("capture-7"), "sourceOfFunds", FUNDS);
    const response = await client.put({ order: "refunded-plainly", transaction: "1", body });
    expect(response.body).to.have.nested.property("transaction.targetTransactionId", "capture-7");
  });
});
