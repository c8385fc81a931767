import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { isObject } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { authorize, capture, pay, refund, verify, voidOf, withValues } from "../support/requests.ts";

const VERSIONS = [45, 51, 57, 70, 100];

const NUMBER = "4508750015741019";
const MASKED = "450875xxxxxx1019";
const SECURITY_CODE = "739";
const CORRELATION = "only-for-this-answer";

/** A body as a shop sends it: with a payer, an address and fields of its own. */
const full = (body: JsonObject): JsonObject =>
  withValues(body, {
    "sourceOfFunds.provided.card": {
      number: NUMBER,
      expiry: { month: "01", year: "39" },
      securityCode: SECURITY_CODE,
      nameOnCard: "Ada Byron",
    },
    "order.custom": { channel: "web" },
    "order.reference": "R-1",
    "billing.address": { street: "Alpha St", street2: "Box 2", city: "Namur", country: "BEL" },
    "customer.email": "ada@shop.example",
    "device.ipAddress": "192.0.2.17",
  });

/** Operation, the transactions before it on the order, its body, and the type that it makes. */
const OPERATIONS: readonly (readonly [string, readonly JsonObject[], JsonObject, string, string])[] = [
  ["AUTHORIZE", [], full(authorize()), "AUTHORIZATION", "AUTHORIZED"],
  ["CAPTURE", [full(authorize())], capture("60.00"), "CAPTURE", "PARTIALLY_CAPTURED"],
  ["PAY", [], full(pay()), "PAYMENT", "CAPTURED"],
  ["REFUND", [full(pay())], refund("60.00"), "REFUND", "PARTIALLY_REFUNDED"],
  ["VOID", [full(pay())], voidOf("1"), "VOID_PAYMENT", "CANCELLED"],
  ["VERIFY", [], full(verify()), "VERIFICATION", "VERIFIED"],
];

async function textUnder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}

describe("answers of each operation in each version", () => {
  const running = suiteSandbox();

  for (const [operation, before, body, type, status] of OPERATIONS) {
    for (const version of VERSIONS) {
      it(`are what the contract says: ${operation} of version ${version}`, async () => {
        const client = clientOn(running);
        const order = `${operation}-${version}`;
        for (const [index, earlier] of before.entries()) {
          await client.put({ order, transaction: String(index + 1), body: earlier, version });
        }
        const sent = { ...body, correlationId: CORRELATION };
        const answer = await client.put({ order, transaction: "asked", body: sent, version });
        expect(answer.status).to.equal(201);
        expect(answer.body).to.include({
          correlationId: CORRELATION,
          merchant: "TESTMERCHANT",
          result: "SUCCESS",
          version: String(version),
        });
        const { order: group, sourceOfFunds, transaction } = answer.body as Record<string, JsonObject>;
        expect(group).to.include({ id: order, status, currency: "USD", reference: "R-1" });
        expect(group?.["custom"]).to.deep.equal({ channel: "web" });
        expect(transaction).to.include({ id: "asked", type, currency: "USD" });
        expect(cardOf(sourceOfFunds)).to.include({ number: MASKED, scheme: "VISA" });
        expect(cardOf(sourceOfFunds)).not.to.have.property("securityCode");
        expect(answer.text).not.to.contain(NUMBER).and.not.to.contain(`"${SECURITY_CODE}"`);
      });
    }
  }

  it("come back without the correlation id when the transaction is read", async () => {
    const client = clientOn(running);
    const read = await client.getTransaction("PAY-100", "asked");
    expect(read.body).not.to.have.property("correlationId");
    expect((await client.getOrder("PAY-100")).text).not.to.contain(CORRELATION);
  });

  it("leave neither the correlation id nor card data on disk, in the log or in the exchanges", async () => {
    const stored = await textUnder(join(running.folder, "data"));
    expect(stored).to.contain("PAY-100").and.to.contain(MASKED);
    const exchanges = await fetch(`${running.sandbox.url}/_sandbox/v1/exchanges?limit=500`);
    const shown = await exchanges.text();
    expect(shown).to.contain("PAY-100").and.to.contain(MASKED);
    for (const kept of [stored, running.logged(), shown]) {
      expect(kept).not.to.contain(NUMBER).and.not.to.contain(`"${SECURITY_CODE}"`);
    }
    expect(stored + running.logged()).not.to.contain(CORRELATION);
  });
});

function cardOf(sourceOfFunds: JsonObject | undefined): JsonObject {
  const provided = sourceOfFunds?.["provided"];
  const card = isObject(provided) ? provided["card"] : undefined;
  return isObject(card) ? card : {};
}
