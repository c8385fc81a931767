import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { pay } from "../support/requests.ts";
import { suiteSandbox } from "./started.ts";

describe("SANDBOX_VERSIONS=exact", () => {
  const running = suiteSandbox({ merchants: { STRICT: {} }, environment: { SANDBOX_VERSIONS: "exact" } });

  it("leaves sessions, checkouts by their older name, tokens and payment options in every version", async () => {
    const { apiOperation, ...values } = pay();
    const funds = { sourceOfFunds: values["sourceOfFunds"] };
    for (const version of [1, 39, 60, 77, 100]) {
      const root = `${running.sandbox.url}/api/rest/version/${version}/merchant/STRICT`;
      const as = (test: request.Test) => test.auth("merchant.STRICT", "sandbox");
      const made = await as(request(root).post("/session"));
      const kept = await as(request(root).post("/token")).send(funds);
      const session = `/session/${textAt(made.body as Json, "session.id") ?? ""}`;
      const answers = [
        made,
        await as(request(root).put(session)).send(values),
        await as(request(root).get(session)),
        kept,
        await as(request(root).get("/paymentOptionsInquiry")),
        await as(request(root).put(`/token/${textAt(kept.body as Json, "token") ?? ""}`)).send(funds),
      ];
      for (const answer of answers)
        expect(answer.status, `${version}: ${JSON.stringify(answer.body)}`).to.be.oneOf([200, 201]);
    }
    const root = `${running.sandbox.url}/api/rest/version`;
    const begun = await request(root)
      .post("/45/merchant/STRICT/session")
      .auth("merchant.STRICT", "sandbox")
      .send({ apiOperation: "CREATE_CHECKOUT_SESSION", order: { id: "a", amount: "1.00", currency: "USD" } });
    expect(begun.status, JSON.stringify(begun.body)).to.equal(201);
    const refused = await request(root)
      .put("/77/merchant/STRICT/order/1/transaction/1")
      .auth("merchant.STRICT", "sandbox")
      .send({ apiOperation, ...values });
    expect(refused.status).to.equal(400);
  });
});
