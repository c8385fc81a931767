import { expect } from "chai";
import request from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { authenticated } from "./calls.ts";
import { challengedBy, formIn, open } from "./emulator.ts";
import type { ChallengedPayer } from "./emulator.ts";

const at = (body: unknown, path: string): Json | undefined => valueAt(body as Json, path);

describe("challenges of payers in the control API", () => {
  const running = suiteSandbox({ merchants: { SHOP: {} } });
  const client = clientOn(running, "SHOP");
  let orders = 0;

  const challenge = async (
    number = "5123450000000008",
  ): Promise<{ order: string; payer: ChallengedPayer }> => {
    const order = `challenge-${(orders += 1)}`;
    const { asked } = await authenticated(client, order, number);
    return { order, payer: await challengedBy(asked) };
  };
  const settle = (order: string, body: object) => {
    const path = `/_sandbox/v1/merchants/SHOP/orders/${order}/transactions/auth/challenge`;
    return request(running.sandbox.url).post(path).send(body);
  };

  for (const [outcome, status, cancel] of [
    ["SUCCESSFUL", "SUCCESSFUL", undefined],
    ["FAILED", "FAILED", undefined],
    ["CANCELLED", "FAILED", "01"],
    ["UNAVAILABLE", "UNAVAILABLE", undefined],
    ["REJECTED", "REJECTED", undefined],
  ] as const) {
    it(`are answered with ${outcome} by the control API, without a page`, async () => {
      const { order, payer } = await challenge();
      const settled = await settle(order, { outcome });
      expect(settled.status).to.equal(200);
      expect(at(settled.body, "transaction.authenticationStatus")).to.equal(`AUTHENTICATION_${status}`);
      expect(at(settled.body, "authentication.3ds2.challengeCancel")).to.equal(cancel);
      expect(settled.body).to.deep.equal((await client.getTransaction(order, "auth")).body);
      expect((await client.why(settled)).committed).to.equal(true);
      expect(formIn((await open(payer.url)).text).fields).to.have.property("cres");
    });
  }

  for (const [scheme, number, passed, failed] of [
    ["Mastercard", "5123450000000008", "02", "00"],
    ["Visa", "4440000009900010", "05", "07"],
    ["Jaywan", "6690109900000010", "05", "07"],
    ["PayPak", "2205459999997832", "02", "00"],
    ["ITMX of Mastercard", "5297649999999000", "02", "00"],
    ["UnionPay", "6201089999991455", "05", "07"],
  ] as const) {
    it(`come to the ECI ${passed} or ${failed} with a card of ${scheme}`, async () => {
      for (const [outcome, eci] of [
        ["SUCCESSFUL", passed],
        ["FAILED", failed],
      ] as const) {
        const { order } = await challenge(number);
        const settled = await settle(order, { outcome });
        expect(at(settled.body, "authentication.3ds.acsEci"), outcome).to.equal(eci);
      }
    });
  }

  it("are answered once by the control API, and only with an outcome that there is", async () => {
    const { order } = await challenge();
    for (const body of [{}, { outcome: "PASSED" }]) expect((await settle(order, body)).status).to.equal(400);
    await settle(order, { outcome: "SUCCESSFUL" });
    const again = await settle(order, { outcome: "FAILED" });
    expect([again.status, at(again.body, "detail")]).to.deep.equal([
      409,
      "No challenge with this transaction ID is open.",
    ]);
    expect((await settle("no-such-order", { outcome: "FAILED" })).status).to.equal(409);
  });
});
