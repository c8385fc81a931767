import { expect } from "chai";
import request from "supertest";
import { breaks } from "../../server/domain/record/difference.ts";
import type { Difference } from "../../server/domain/record/difference.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { CARD, pay, withValue, withValues } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const MOVED = withValue(pay(), "shipping.firstName", "Ann");

describe("requests in the shadow of another version", () => {
  let shadowed: TestSandbox;
  let plain: TestSandbox;
  let client: Client;
  before(async () => {
    shadowed = await startTestSandbox({ SANDBOX_SHADOW: "100" });
    plain = await startTestSandbox();
    client = clientOf(shadowed.sandbox.url, "TESTSHOP");
  });
  after(async () => {
    await shadowed.stop();
    await plain.stop();
  });

  async function differencesOf(order: string, body: JsonObject): Promise<readonly Difference[] | undefined> {
    const answer = await client.put({ order, transaction: "1", version: 60, body });
    return (await client.why(answer)).shadow?.differences;
  }

  it("get the same answer, and their exchange says what would break", async () => {
    const call = { order: "o1", transaction: "1", version: 60, body: MOVED };
    const answer = await client.put(call);
    const other = await clientOf(plain.sandbox.url, "TESTSHOP").put(call);
    expect([answer.status, answer.body]).to.deep.equal([other.status, other.body]);
    const { shadow } = await client.why(answer);
    expect(shadow).to.deep.include({ version: 100, used: ["requests/pay.v100.json"], resolution: "own" });
    expect(shadow?.differences.map(({ member, newName }) => [member, newName])).to.deep.equal([
      ["shipping.firstName", "shipping.contact.firstName"],
    ]);
  });

  it("have no shadow where none is asked for", async () => {
    const plainClient = clientOf(plain.sandbox.url, "TESTSHOP");
    const answer = await plainClient.put({ order: "o2", transaction: "1", version: 60, body: MOVED });
    expect((await plainClient.why(answer)).shadow).to.equal(undefined);
  });

  it("are compared when they are refused, too", async () => {
    const differences = await differencesOf("o3", withValues(MOVED, { "order.colour": "red" }));
    expect(differences?.filter(breaks).map(({ member }) => member)).to.deep.equal(["shipping.firstName"]);
  });

  it("are judged together with the session that they name", async () => {
    const path = "/api/rest/version/60/merchant/TESTSHOP/session";
    const asMerchant = (test: request.Test): request.Test => test.auth("merchant.TESTSHOP", "sandbox");
    const made = await asMerchant(request(shadowed.sandbox.url).post(path));
    const { id } = (made.body as { readonly session: { readonly id: string } }).session;
    const content = { order: { amount: "1.00", currency: "USD" }, shipping: { firstName: "Ann" } };
    const sourceOfFunds = { type: "CARD", provided: { card: CARD } };
    await asMerchant(request(shadowed.sandbox.url).put(`${path}/${id}`)).send({ ...content, sourceOfFunds });
    const differences = await differencesOf("o4", { apiOperation: "PAY", session: { id } });
    expect(differences?.map(({ member }) => member)).to.deep.equal(["shipping.firstName"]);
  });

  it("show nothing of card data", async () => {
    const card = {
      ...CARD,
      mobileWallet: { cryptogramFormat: "EMV", "3DSecure": { onlinePaymentCryptogram: "QUJD" } },
    };
    const body = withValues(pay(), {
      "sourceOfFunds.provided.card": card,
      "customer.phone": "5123450000000008",
      "posTerminal.entryMode": "CHIP",
    });
    const differences = await differencesOf("o5", body);
    expect(differences?.map(({ member }) => member)).to.include("customer.phone");
    expect(JSON.stringify(differences)).to.not.match(/5123450000000008|QUJD/);
  });
});
