import { expect } from "chai";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, withValue, withValues } from "../support/requests.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { answered, refused } from "./played.ts";
import { clientOn, startWith } from "./started.ts";

const NUMBER = withValue(pay(), "order.amount", 10.5);
const EMPTY_CARD = { ...capture(), sourceOfFunds: { provided: { card: {} } } };

/** Findings as `severity code field`. */
const findingsOf = ({ contract }: Exchange): readonly string[] =>
  (contract?.findings ?? []).map(({ severity, code, field }) => `${severity} ${code} ${field}`);

describe("acceptance by the merchant's mode", () => {
  let running: TestSandbox;
  let strict: Client;
  let gateway: Client;
  let observe: Client;
  before(async () => {
    const merchants = { STRICT: {}, GATEWAY: { mode: "gateway" }, OBSERVE: { mode: "observe" } };
    running = await startWith({ merchants });
    [strict, gateway, observe] = [
      clientOn(running, "STRICT"),
      clientOn(running, "GATEWAY"),
      clientOn(running, "OBSERVE"),
    ];
  });
  after(() => running.stop());

  it("strict refuses an amount that is a JSON number, and says what it must be and which mode would take it", async () => {
    const answer = await strict.put({ order: "number", transaction: "1", body: NUMBER });
    expect(answer.status).to.equal(400);
    expect(refused(answer)).to.include({ field: "order.amount", validationType: "INVALID" });
    const exchange = await strict.why(answer);
    expect(findingsOf(exchange)).to.deep.equal(["violation type order.amount"]);
    const said = "but must be Decimal as text of 1 to 14 characters. Mode gateway would accept it.";
    expect(refused(answer).explanation).to.contain(said);
    expect((await strict.getOrder("number")).status).to.equal(400);
  });

  it("gateway takes an amount that is a JSON number as it was written, and records the deviation", async () => {
    const answer = await gateway.put({ order: "number", transaction: "1", body: NUMBER });
    expect([answer.status, answered(answer).order.amount]).to.deep.equal([201, 10.5]);
    expect(findingsOf(await gateway.why(answer))).to.deep.equal(["deviation type order.amount"]);
  });

  it("strict refuses an empty card on a capture, where gateway takes it for absent", async () => {
    for (const client of [strict, gateway]) {
      const opened = await client.put({ order: "empty", transaction: "1", body: authorize() });
      expect(opened.status).to.equal(201);
    }
    const refusedOne = await strict.put({ order: "empty", transaction: "2", body: EMPTY_CARD });
    expect(refusedOne.status).to.equal(400);
    expect(refused(refusedOne).field).to.match(/^sourceOfFunds/);
    const taken = await gateway.put({ order: "empty", transaction: "2", body: EMPTY_CARD });
    expect([taken.status, answered(taken).order.status]).to.deep.equal([201, "CAPTURED"]);
  });

  const empties: readonly (readonly [string, JsonObject])[] = [
    ["null", withValue(pay(), "order.reference", null)],
    ["an empty object", withValue(pay(), "customer", {})],
    ["an empty list", withValue(pay(), "billing", [])],
  ];
  for (const [number, [what, body]] of empties.entries()) {
    it(`strict refuses ${what} where the contract wants something else; gateway takes it for absent`, async () => {
      const order = `empty-${number}`;
      const answers = [];
      for (const client of [strict, gateway, observe]) {
        answers.push((await client.put({ order, transaction: "1", body })).status);
      }
      // An object without members is a value that the contract of a group without required members takes.
      expect(answers).to.deep.equal([what === "an empty object" ? 201 : 400, 201, 201]);
    });
  }

  it("gateway takes a member that only version 100 knows in an older one, as a deviation", async () => {
    const body = withValue(pay(), "agreement", { id: "A-1", customData: "seasonal" });
    const call = { order: "later", transaction: "1", body, version: 60 };
    const answer = await strict.put(call);
    expect([answer.status, refused(answer).validationType]).to.deep.equal([400, "UNSUPPORTED"]);
    const taken = await gateway.put(call);
    expect(taken.status).to.equal(201);
    expect(findingsOf(await gateway.why(taken))).to.deep.equal(["deviation unknown agreement.customData"]);
  });

  it("gateway takes the version latest for 100; strict does not", async () => {
    const call = { order: "latest", transaction: "1", body: pay(), version: "latest" };
    const taken = await gateway.put(call);
    expect([taken.status, answered(taken).version]).to.deep.equal([201, "100"]);
    const answer = await strict.put(call);
    expect([answer.status, refused(answer).field]).to.deep.equal([400, "version"]);
  });

  const observed: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ["an unknown member", { ...pay(), surprise: "x" }, ["violation unknown surprise"]],
    [
      "values of other types and lengths",
      withValues(pay(), { "order.reference": "R".repeat(41), "transaction.source": "PIGEON" }),
      ["violation enumeration transaction.source", "violation length order.reference"],
    ],
    [
      "an order of another shape",
      withValues(pay(), { "order.custom": { "a-b": "x" }, "customer.email": "nobody" }),
      ["violation format customer.email", "violation unknown order.custom.a-b"],
    ],
  ];
  for (const [number, [what, body, findings]] of observed.entries()) {
    it(`observe takes ${what} and records what the contract says`, async () => {
      const call = { order: `observed-${number}`, transaction: "1", body };
      expect((await strict.put(call)).status).to.equal(400);
      const answer = await observe.put(call);
      expect(answer.status).to.equal(201);
      expect([...findingsOf(await observe.why(answer))].sort()).to.deep.equal(findings);
    });
  }

  it("observe still refuses what the rules of meaning refuse", async () => {
    const answer = await observe.put({ order: "rule", transaction: "1", body: capture() });
    expect([answer.status, refused(answer).explanation]).to.deep.equal([
      400,
      "An order with this ID does not exist",
    ]);
  });
});
