import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { pay } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { AT_MERCHANT, confirm, initiate } from "./browser-requests.ts";
import { payerOf } from "./payer.ts";

/** Reference, and what is read after 0, 29, 30, 89 and 90 seconds: gatewayCode and order.status. */
const NOTHING = "SUBMITTED INITIATED";
const PAID = "APPROVED CAPTURED";
const DECLINED = "DECLINED FAILED";
const SEQUENCES: readonly (readonly [reference: string, readonly string[]])[] = [
  ["TEST-SUCCEED", [PAID, PAID, PAID, PAID, PAID]],
  ["TEST-FAIL-NOTFOUND", [DECLINED, DECLINED, DECLINED, DECLINED, DECLINED]],
  ["TEST-FAIL-DECLINE", [DECLINED, DECLINED, DECLINED, DECLINED, DECLINED]],
  ["TEST-PENDING", [NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]],
  ["TEST-FAIL-INIT", [NOTHING, NOTHING, DECLINED, DECLINED, DECLINED]],
  ["TEST-SUCCESS-INIT", [NOTHING, NOTHING, PAID, PAID, PAID]],
  ["TEST-FAIL-THEN-SUCCESS", [NOTHING, NOTHING, DECLINED, DECLINED, PAID]],
  [
    "TEST-TIMEOUT-THEN-SUCCESS",
    [NOTHING, NOTHING, "ACQUIRER_SYSTEM_ERROR FAILED", "ACQUIRER_SYSTEM_ERROR FAILED", PAID],
  ],
  ["A-17.FAILINSUFFICIENT_FUNDS", Array.from({ length: 5 }, () => "INSUFFICIENT_FUNDS FAILED")],
  ["A-17.FAILNONSENSE", Array.from({ length: 5 }, () => "UNKNOWN FAILED")],
  ["toString", [NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]],
];

const STEPS = [undefined, "PT29S", "PT1S", "PT59S", "PT1S"] as const;

describe("references that play a browser payment by themselves", () => {
  const running = suiteSandbox();

  const read = async (client: Client, order: string, transaction = "1"): Promise<string> => {
    const gatewayCode = textAt(
      (await client.getTransaction(order, transaction)).body as Json,
      "response.gatewayCode",
    );
    const status = textAt((await client.getOrder(order)).body as Json, "status");
    return `${gatewayCode ?? "none"} ${status ?? "none"}`;
  };

  SEQUENCES.forEach(([reference, expected], number) => {
    it(`lead ${reference} through ${[...new Set(expected)].join(", ")} on the merchant's clock`, async () => {
      const merchant = `TESTTRIGGER${number}`;
      const client = clientOn(running, merchant);
      const body = initiate({ "order.reference": reference });
      const initiated = await client.put({ order: "o", transaction: "1", body, version: 61 });
      expect(valueAt(initiated.body as Json, "order.status")).to.equal("INITIATED");
      const seen: string[] = [];
      for (const step of STEPS) {
        if (step !== undefined) await advance(running.sandbox.url, merchant, step);
        seen.push(await read(client, "o"));
      }
      expect(seen).to.deep.equal(expected);
    });
  });

  it("agree for the payer when the merchant confirms, and then play the confirmation", async () => {
    const merchant = "TESTCONFIRMED";
    const client = clientOn(running, merchant);
    const body = initiate({ ...AT_MERCHANT, "order.reference": "TEST-SUCCESS-INIT" });
    await client.put({ order: "o", transaction: "1", body, version: 61 });
    await advance(running.sandbox.url, merchant, "PT90S");
    expect(await read(client, "o")).to.equal(NOTHING);
    const confirmed = await client.put({ order: "o", transaction: "1", body: confirm(), version: 20 });
    expect([confirmed.status, valueAt(confirmed.body as Json, "result")]).to.deep.equal([201, "PENDING"]);
    await advance(running.sandbox.url, merchant, "PT29S");
    expect(await read(client, "o")).to.equal(NOTHING);
    await advance(running.sandbox.url, merchant, "PT1S");
    expect(await read(client, "o")).to.equal(PAID);
  });

  it("have the time at which they were due, and are kept by the next call that changes the order", async () => {
    const merchant = "TESTDUE";
    const client = clientOn(running, merchant);
    const body = initiate({ "order.reference": "TEST-FAIL-INIT" });
    await client.put({ order: "o", transaction: "1", body, version: 61 });
    await advance(running.sandbox.url, merchant, "PT1H");
    const shown = (await client.getTransaction("o", "1")).body as Json;
    expect(valueAt(shown, "timeOfRecord")).to.equal("2030-01-15T10:21:00.400Z");
    await client.put({ order: "o", transaction: "2", body: pay() });
    const kept = (await client.getTransaction("o", "1")).body as Json;
    expect(valueAt(kept, "timeOfRecord")).to.equal("2030-01-15T10:21:00.400Z");
    expect(await read(client, "o", "2")).to.equal(PAID);
  });

  it("come to nothing on an order that has been paid in another way, or whose payer was there first", async () => {
    const merchant = "TESTFIRST";
    const client = clientOn(running, merchant);
    const late = initiate({ "order.reference": "TEST-FAIL-THEN-SUCCESS" });
    const there = await client.put({ order: "there", transaction: "1", body: late, version: 61 });
    await payerOf(there).choose("cancel");
    await client.put({ order: "other", transaction: "1", body: late, version: 61 });
    await advance(running.sandbox.url, merchant, "PT31S");
    await client.put({ order: "other", transaction: "2", body: pay("5.00") });
    await advance(running.sandbox.url, merchant, "PT1H");
    expect(await read(client, "there")).to.equal("CANCELLED FAILED");
    expect(await read(client, "other")).to.equal("DECLINED CAPTURED");
    expect(valueAt((await client.getOrder("other")).body as Json, "totalCapturedAmount")).to.equal(5);
  });
});
