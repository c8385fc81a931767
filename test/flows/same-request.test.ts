import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { declinedPay } from "../operations/situations.ts";
import { authorize, capture, CARD, pay, refund, verify, voidOf, withValue } from "../support/requests.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { answered, play, refused } from "./played.ts";
import { clientOn, startWith, suiteSandbox } from "./started.ts";

/** The same members, each object's in the opposite order. */
function turnedRound(body: JsonObject): JsonObject {
  const turned = Object.entries(body).map(([name, value]): [string, JsonObject[string]] => [
    name,
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? turnedRound(value as JsonObject)
      : value,
  ]);
  return Object.fromEntries(turned.reverse());
}

describe("the same request again", () => {
  const running = suiteSandbox();
  const client = clientOn(running);

  const once = (order: string, body: JsonObject, transaction = "1", version: number | string = 100) =>
    client.put({ order, transaction, body, version });

  it("gets the stored answer with 200, byte for byte, whatever became of the order", async () => {
    const bodies = [verify(), authorize(), capture("60.00"), capture("40.00"), voidOf("4"), refund("60.00")];
    const first = await play(client, "again", bodies);
    for (const [index, body] of bodies.entries()) {
      const again = await once("again", body, String(index + 1));
      expect(again.status).to.equal(200);
      expect(again.text).to.equal(first[index]?.text);
      const exchange = await client.why(again);
      expect([exchange.repeated, exchange.committed, exchange.transition]).to.deep.equal([
        true,
        false,
        undefined,
      ]);
    }
    expect((await client.getOrder("again")).body)
      .to.have.property("transaction")
      .with.length(bodies.length);
  });

  it("is the same with its members in another order", async () => {
    const body = withValue(pay(), "order.custom", { b: "2", a: "1" });
    const first = await once("turned", body);
    const again = await once("turned", turnedRound(body));
    expect(JSON.stringify(turnedRound(body))).not.to.equal(JSON.stringify(body));
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
  });

  it("is the same with another correlation id, and the current one comes back", async () => {
    const first = await once("correlated", { ...pay(), correlationId: "first" });
    expect(first.body).to.include({ correlationId: "first" });
    const again = await once("correlated", { ...pay(), correlationId: "second" });
    expect([again.status, (again.body as JsonObject)["correlationId"]]).to.deep.equal([200, "second"]);
    expect(again.text).to.equal(first.text.replace('"first"', '"second"'));
    const without = await once("correlated", pay());
    expect([without.status, (without.body as JsonObject)["correlationId"]]).to.deep.equal([200, undefined]);
  });

  it("is the same under another version in the path, and is answered in the version of the first", async () => {
    const first = await once("versions", pay(), "1", 57);
    for (const version of [60, 100]) {
      const answer = await fetch(pathOn(running, "versions", version), {
        method: "PUT",
        ...credentials(pay()),
      });
      expect([answer.status, await answer.text()]).to.deep.equal([200, first.text]);
    }
  });

  const others: readonly (readonly [string, JsonObject])[] = [
    ["another amount", pay("100.01")],
    ["the same amount written otherwise", pay("100.0")],
    ["another card", withValue(pay(), "sourceOfFunds.provided.card.number", "5111111111111118")],
    [
      "another security code",
      withValue(pay(), "sourceOfFunds.provided.card", { ...CARD, securityCode: "101" }),
    ],
    ["a member more", withValue(pay(), "order.reference", "R-1")],
    ["another operation", authorize()],
  ];
  for (const [number, [what, body]] of others.entries()) {
    it(`is another request with ${what}, and is refused under the id`, async () => {
      await once(`other-${number}`, pay());
      const answer = await once(`other-${number}`, body);
      expect(answer.status).to.equal(400);
      expect(refused(answer)).to.include({ field: "transaction.id", validationType: "INVALID" });
      expect((await client.getOrder(`other-${number}`)).body).to.include({ status: "CAPTURED", amount: 100 });
    });
  }

  it("makes a transaction when the first one was refused: a refusal does not use up the id", async () => {
    expect((await once("refused", pay("0.00"))).status).to.equal(400);
    expect((await once("refused", { ...pay(), surprise: true })).status).to.equal(400);
    expect((await once("refused", pay())).status).to.equal(201);
    expect((await once("refused", pay("0.00"))).status).to.equal(400);
  });

  it("gets the decline again, and another request needs a new id after it", async () => {
    const first = await once("declined", declinedPay);
    const again = await once("declined", declinedPay);
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    const retry = await once("declined", pay());
    expect([retry.status, refused(retry).field]).to.deep.equal([400, "transaction.id"]);
    expect((await once("declined", pay(), "2")).status).to.equal(201);
  });

  it("makes a transaction on another order and for another merchant", async () => {
    await once("here", pay());
    expect((await once("there", pay())).status).to.equal(201);
    const other = clientOn(running, "TESTOTHER");
    expect((await other.put({ order: "here", transaction: "1", body: pay() })).status).to.equal(201);
  });

  it("gets the stored answer after a restart on the same data, and the order goes on", async () => {
    const first = await startWith({});
    const bodies = [authorize(), capture("60.00")];
    const answers = await play(clientOn(first), "kept", bodies);
    const second = await first.restart();
    const after = clientOn(second);
    for (const [index, body] of bodies.entries()) {
      const again = await after.put({ order: "kept", transaction: String(index + 1), body });
      expect([again.status, again.text]).to.deep.equal([200, answers[index]?.text]);
    }
    const changed = await after.put({ order: "kept", transaction: "1", body: authorize("1.00") });
    expect([changed.status, refused(changed).field]).to.deep.equal([400, "transaction.id"]);
    const next = await after.put({ order: "kept", transaction: "3", body: capture("40.00") });
    expect(answered(next).order.status).to.equal("CAPTURED");
    await second.stop();
  });
});

const pathOn = ({ sandbox }: TestSandbox, order: string, version: number): string =>
  `${sandbox.url}/api/rest/version/${version}/merchant/TESTMERCHANT/order/${order}/transaction/1`;

const credentials = (
  body: JsonObject,
): { readonly headers: Record<string, string>; readonly body: string } => ({
  headers: { authorization: `Basic ${Buffer.from("merchant.TESTMERCHANT:sandbox").toString("base64")}` },
  body: JSON.stringify(body),
});
