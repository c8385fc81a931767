import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { authorize, capture, pay, refund, voidOf, withValue, withValues } from "../support/requests.ts";
import { answered, play, refused } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

describe("orders that are read back", () => {
  const running = suiteSandbox();
  const client = clientOn(running);

  it("show the order as it is, and every transaction as it was answered", async () => {
    const answers = await play(client, "whole", [authorize(), capture("60.00"), refund("20.00")]);
    const order = await client.getOrder("whole");
    expect(order.status).to.equal(200);
    expect(order.body).to.include({
      id: "whole",
      amount: 100,
      currency: "USD",
      status: "PARTIALLY_REFUNDED",
    });
    expect(order.body).to.include({
      totalAuthorizedAmount: 100,
      totalCapturedAmount: 60,
      totalRefundedAmount: 20,
      result: "SUCCESS",
    });
    const { transaction } = order.body as { readonly transaction: readonly unknown[] };
    expect(transaction).to.deep.equal(answers.map(({ body }) => body as unknown));
  });

  it("show one transaction as it was, with the order as it is now", async () => {
    const [made] = await play(client, "one", [authorize(), capture()]);
    const read = await client.getTransaction("one", "1");
    expect(read.status).to.equal(200);
    const [now, then] = [read.body, made?.body] as readonly Record<string, JsonObject>[];
    expect({ ...now, order: {} }).to.deep.equal({ ...then, order: {} });
    expect(then?.["order"]).to.include({ status: "AUTHORIZED", totalCapturedAmount: 0 });
    expect(now?.["order"]).to.include({ status: "CAPTURED", totalCapturedAmount: 100 });
  });

  it("are refused with 400 when the order is not there, and so are its transactions", async () => {
    for (const answer of [await client.getOrder("nowhere"), await client.getTransaction("nowhere", "1")]) {
      expect(answer.status).to.equal(400);
      expect(refused(answer)).to.include({ cause: "INVALID_REQUEST", field: "order.id" });
      expect(refused(answer).explanation).to.equal("Unable to find order");
    }
  });

  it("are refused with 400 when the transaction is not on the order", async () => {
    await play(client, "known", [pay()]);
    const answer = await client.getTransaction("known", "2");
    expect(answer.status).to.equal(400);
    expect(refused(answer)).to.include({ cause: "INVALID_REQUEST", field: "transaction.id" });
    expect(refused(answer).explanation).to.contain("transaction with this ID does not exist");
  });

  it("belong to one merchant: another one does not see them and may use the same ids", async () => {
    const other = clientOn(running, "TESTOTHER");
    await play(client, "shared", [pay("10.00")]);
    expect((await other.getOrder("shared")).status).to.equal(400);
    await play(other, "shared", [authorize("20.00")]);
    expect((await client.getOrder("shared")).body).to.include({ amount: 10, status: "CAPTURED" });
    expect((await other.getOrder("shared")).body).to.include({ amount: 20, status: "AUTHORIZED" });
  });

  it("keep ids apart that look alike in a path", async () => {
    const ids = ["a/b", "a%2Fb", "a b", "a+b", "..", "é", "__proto__", "order?x=1", "a#b", "A/B"];
    for (const [index, id] of ids.entries()) await play(client, id, [pay(`${index + 1}.00`)]);
    for (const [index, id] of ids.entries()) {
      expect((await client.getOrder(id)).body, id).to.include({ id, amount: index + 1 });
    }
  });

  it("have the details that a follow-up changed, and keep the others", async () => {
    const address = { street: "Alpha St", city: "Namur", country: "BEL" };
    const shipping = { contact: { firstName: "Ada", lastName: "Byron" }, address };
    const [first] = await play(client, "details", [
      withValues(
        { ...authorize(), shipping },
        {
          "order.reference": "R-1",
          "order.custom": { color: "red", size: "M" },
          "customer.email": "ada@shop.example",
        },
      ),
      withValues(
        { ...capture(), shipping: { address: { ...address, street: "Gamma St" } } },
        { "order.custom": { size: "L" }, "order.reference": "R-2" },
      ),
    ]);
    expect(answered(first as never).order).to.include({ reference: "R-1" });
    const order = (await client.getOrder("details")).body as Record<string, Record<string, unknown>>;
    expect(order).to.include({ reference: "R-2" });
    expect(order["custom"]).to.deep.equal({ color: "red", size: "L" });
    expect(order["customer"]).to.include({ email: "ada@shop.example" });
    expect(order["shipping"]?.["contact"]).to.deep.equal({ firstName: "Ada", lastName: "Byron" });
    expect(order["shipping"]?.["address"]).to.include({ street: "Gamma St", city: "Namur" });
  });

  it("have the details of the first transaction when a follow-up repeats or leaves them out", async () => {
    const first = withValue(authorize(), "order.reference", "R-1");
    await play(client, "same", [
      first,
      withValue(capture(), "order.reference", "R-1"),
      refund("5.00"),
      voidOf("3"),
    ]);
    expect((await client.getOrder("same")).body).to.include({ reference: "R-1", status: "CAPTURED" });
  });

  it("note that the merchant asked for a notification and that none was sent", async () => {
    const url = "https://shop.example/hooks";
    const [answer] = await play(client, "notified", [withValue(pay(), "order.notificationUrl", url)]);
    const [quiet] = await play(client, "quiet", [pay()]);
    const notesOf = async (response: typeof answer) => (await client.why(response as never)).notes.join();
    expect(await notesOf(answer)).to.contain("No notification was sent");
    expect(await notesOf(quiet)).not.to.contain("notification");
  });

  it("are not needed to ask whether the gateway operates, nor are credentials", async () => {
    for (const version of [1, 57, 100]) {
      const answer = await request(running.sandbox.url).get(`/api/rest/version/${version}/information`);
      expect(answer.status).to.equal(200);
      expectValidAnswer(answer.body, "information", version);
      expect(answer.body).to.include({ status: "OPERATING" });
    }
  });

  for (const version of ["101", "1000000000"]) {
    it(`are in no version ${version} yet, whose information is an unknown path`, async () => {
      const answer = await request(running.sandbox.url).get(`/api/rest/version/${version}/information`);
      expect(answer.status).to.equal(404);
      expect(refused(answer)).to.deep.equal({
        cause: "INVALID_REQUEST",
        explanation: `There is no version ${version}; the newest is 100`,
      });
    });
  }
});
