import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, refund, update, withValue, withValues } from "../support/requests.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { answered, refused, summaryOf } from "./played.ts";
import { clientOn, startWith } from "./started.ts";

/** AUTHORIZE 48 asks for the payer's authentication by its letters, where it is given at all. */
const STEPS: readonly (readonly [version: number, body: JsonObject])[] = [
  [48, withValue(authorize(), "order.reference", "R-48")],
  [28, capture("60.00")],
  [24, refund("20.00")],
];

describe("versions of the interface", () => {
  let running: TestSandbox;
  let exact: TestSandbox;
  let client: Client;
  before(async () => {
    [running, exact] = await Promise.all([
      startWith({}),
      startWith({ environment: { SANDBOX_VERSIONS: "exact" } }),
    ]);
    client = clientOn(running);
  });
  after(() => Promise.all([running.stop(), exact.stop()]));

  it("meet on one order: each transaction is answered in the shape of its own, and the exchange notes it", async () => {
    const seen: unknown[] = [];
    for (const [index, [version, body]] of STEPS.entries()) {
      const answer = await client.put({ order: "met", transaction: String(index + 1), body, version });
      const { notes } = await client.why(answer);
      seen.push([answer.status, answered(answer).version, notes.filter((note) => note.includes("versions"))]);
    }
    expect(seen).to.deep.equal([
      [201, "48", []],
      [201, "28", ["This order is used with several API versions: 48, 28."]],
      [201, "24", ["This order is used with several API versions: 48, 28, 24."]],
    ]);
    for (const version of [24, 51, 57, 100]) {
      const order = (await client.getOrder("met", version)).body as { transaction: { version: string }[] };
      expect(order).to.include({ status: "PARTIALLY_REFUNDED", reference: "R-48" });
      expect(order.transaction.map((it) => it.version)).to.deep.equal(["48", "28", "24"]);
    }
  });

  it("answer with nothing that they do not know, whatever another has written on the order", async () => {
    const written = withValues(authorize(), {
      "order.purchaseType": "ACCOUNT_FUNDING",
      accountFunding: { purpose: "PAYROLL", recipient: { firstName: "Ida", middleName: "Only100" } },
      agreement: { id: "A1", type: "OTHER", customData: "only100" },
      "customer.middleName": "Only100",
      "posTerminal.lane": "Only100",
      "shipping.contact": { email: "ida@example.com", firstName: "From48" },
      "transaction.acquirer.customData": "only100",
    });
    const first = await client.put({ order: "known", transaction: "1", body: written, version: 100 });
    expect(first.status, JSON.stringify(first.body)).to.equal(201);
    const second = await client.put({ order: "known", transaction: "2", body: capture(), version: 28 });
    const seenBy = async (version: number) => [
      await client.getOrder("known", version),
      await client.getTransaction("known", "1", version),
      await client.getTransaction("known", "2", version),
    ];
    for (const answer of [second, ...(await seenBy(28))]) {
      expect([200, 201]).to.include(answer.status);
      expect(JSON.stringify(answer.body)).not.to.match(/accountFunding|only100|contact|From48|lane|OTHER/i);
    }
    for (const answer of await seenBy(100))
      expect(JSON.stringify(answer.body)).to.match(/accountFunding.*From48/);
  });

  it("meet with an update between them: 48 authorizes, 81 updates, 28 captures, 24 refunds", async () => {
    const steps: readonly (readonly [number, JsonObject, string])[] = [
      [48, withValue(authorize(), "3DSecure", { veResEnrolled: "Y" }), "AUTHORIZATION AUTHORIZED 100/0/0"],
      [81, update("150.00"), "AUTHORIZATION_UPDATE AUTHORIZED 150/0/0"],
      [28, capture("150.00"), "CAPTURE CAPTURED 150/150/0"],
      [24, refund("20.00"), "REFUND PARTIALLY_REFUNDED 150/150/20"],
    ];
    for (const one of [client, clientOn(exact)]) {
      for (const [index, [version, body, summary]] of steps.entries()) {
        const call = { order: "updated", transaction: String(index + 1), body, version };
        const answer = await one.put(call);
        expect([answer.status, summaryOf(answer), answered(answer).version]).to.deep.equal([
          201,
          summary,
          String(version),
        ]);
      }
      expect((await one.getOrder("updated", 81)).body).to.include({
        amount: 150,
        totalAuthorizedAmount: 150,
      });
    }
  });

  it("show members from the version on that has them, on the same order", async () => {
    const [order, body] = ["shapes", authorize()];
    const old = await client.put({ order, transaction: "1", body, version: 45 });
    const young = await client.put({ order, transaction: "2", body: capture("10.00"), version: 100 });
    const membersOf = ({ body: answer }: typeof old) => {
      const { order: group, transaction, timeOfLastUpdate } = answer as Record<string, JsonObject>;
      return {
        lastUpdated: group?.["lastUpdatedTime"] !== undefined && timeOfLastUpdate !== undefined,
        merchantAmount: group?.["merchantAmount"] !== undefined,
        disbursed: group?.["totalDisbursedAmount"] !== undefined,
        frequency: transaction?.["frequency"] !== undefined,
        stan: transaction?.["stan"] !== undefined,
      };
    };
    const none = {
      lastUpdated: false,
      merchantAmount: false,
      disbursed: false,
      frequency: true,
      stan: false,
    };
    expect(membersOf(old)).to.deep.equal(none);
    expect(membersOf(young)).to.deep.equal({
      lastUpdated: true,
      merchantAmount: true,
      disbursed: true,
      frequency: false,
      stan: true,
    });
  });

  const between: readonly (readonly [JsonObject, readonly string[]])[] = [
    [authorize(), ["requests/authorize.v48.json", "requests/authorize.v100.json"]],
    [capture(), ["requests/capture.v28.json", "requests/capture.v100.json"]],
    [refund(), ["requests/refund.v24.json", "requests/refund.v100.json"]],
  ];
  it("without a contract of their own are judged by their neighbours, and the exchange says by which", async () => {
    for (const [index, [body, files]] of between.entries()) {
      const answer = await client.put({
        order: "between",
        transaction: String(index + 1),
        body,
        version: 57,
      });
      expect([answer.status, answered(answer).version]).to.deep.equal([201, "57"]);
      const { contract } = await client.why(answer);
      expect([contract?.resolution, contract?.used]).to.deep.equal(["merged", files]);
    }
  });

  const ends: readonly (readonly [number, string, string])[] = [
    [1, "lowest", "requests/authorize.v39.json"],
    [39, "own", "requests/authorize.v39.json"],
    [100, "own", "requests/authorize.v100.json"],
  ];
  for (const [version, resolution, file] of ends) {
    it(`judge AUTHORIZE of version ${version} by the ${resolution} contract`, async () => {
      const answer = await client.put({
        order: `end-${version}`,
        transaction: "1",
        body: authorize(),
        version,
      });
      const { contract } = await client.why(answer);
      expect([answer.status, contract?.resolution, contract?.used]).to.deep.equal([201, resolution, [file]]);
    });
  }

  const listed: readonly (readonly [JsonObject, string])[] = [
    [authorize(), "AUTHORIZE has no contract for version 57. There is one for 39, 48 and 100."],
    [capture(), "CAPTURE has no contract for version 57. There is one for 28 and 100."],
    [refund(), "REFUND has no contract for version 57. There is one for 24 and 100."],
  ];
  for (const [body, sentence] of listed) {
    it(`are only those that have a contract, where exactly these are asked for: ${sentence}`, async () => {
      const strict = clientOn(exact);
      const answer = await strict.put({ order: "exact", transaction: "1", body, version: 57 });
      expect(answer.status).to.equal(400);
      expect(refused(answer)).to.deep.equal({ cause: "INVALID_REQUEST", explanation: sentence });
      const exchange = await strict.why(answer);
      expect([exchange.committed, exchange.contract?.used]).to.deep.equal([false, []]);
    });
  }

  it("that have a contract work where exactly these are asked for", async () => {
    const strict = clientOn(exact);
    for (const [index, [version, body]] of STEPS.entries()) {
      const answer = await strict.put({ order: "own", transaction: String(index + 1), body, version });
      expect(answer.status).to.equal(201);
    }
  });
});
