import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { capture, CARD, pay, verify, withValue, withValues } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { CARD_PATH, CHIP_TAGS, chipOf } from "../support/terminals.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const CRYPTOGRAM = "AAABBJg0VhI0VniQEjRWAAAAAAA=";
const CHIP = chipOf(CHIP_TAGS);
const SECURE = { cryptogramFormat: "3DSECURE" };

/** The version, the wallet's group, and what comes back of it; chip data comes with format EMV. */
const WALLETS: readonly (readonly [
  version: number,
  group: string,
  sent: JsonObject,
  answered: Json,
  note: string,
])[] = [
  [
    60,
    "mobileWallet",
    { ...SECURE, "3DSecure": { eciIndicator: "07", onlinePaymentCryptogram: CRYPTOGRAM } },
    { ...SECURE, "3DSecure": { eciIndicator: "07" } },
    "The cryptogram of mobileWallet was not verified",
  ],
  [13, "mobileWallet", { cryptogramFormat: "EMV" }, { cryptogramFormat: "EMV" }, "was not verified"],
  [
    100,
    "devicePayment",
    { ...SECURE, eciIndicator: "05", onlinePaymentCryptogram: CRYPTOGRAM },
    { ...SECURE, eciIndicator: "05" },
    "The cryptogram of devicePayment was not verified",
  ],
  [
    100,
    "devicePayment",
    { eciIndicator: "05", onlinePaymentCryptogram: CRYPTOGRAM },
    { eciIndicator: "05" },
    "was not verified",
  ],
  [100, "devicePayment", { ...SECURE, paymentToken: '{"data":"opaque"}' }, SECURE, "was not verified"],
];

const ADDRESSES: readonly (readonly [version: number, address: string, isNoted: boolean])[] = [
  [13, "192.0.2.1", false],
  [60, "255.255.255.255", false],
  [61, "2001:db8::1", true],
  [100, "192.0.2.1", false],
  [100, "2001:0db8:85a3:0000:0000:8a2e:0370:7334", true],
  [100, "0000:0000:0000:0000:0000:ffff:192.168.100.200", true],
];

describe("wallets and devices", () => {
  const running = suiteSandbox();
  const client = clientOn(running);
  let orders = 0;

  const sent = async (body: JsonObject, version = 100): ReturnType<Client["put"]> => {
    orders += 1;
    const response = await client.put({ order: `device-${orders}`, transaction: "1", body, version });
    expect(response.status, JSON.stringify(response.body)).to.equal(201);
    return response;
  };
  const notesOf = async (response: Awaited<ReturnType<typeof sent>>): Promise<string> =>
    (await client.why(response)).notes.join(" ");

  for (const [version, group, given, told, note] of WALLETS) {
    it(`pay with ${group} in version ${version}: ${Object.keys(given).join(", ")}`, async () => {
      const emvRequest = given["cryptogramFormat"] === "EMV" ? CHIP : undefined;
      const card = { number: CARD.number, expiry: CARD.expiry, emvRequest, [group]: given };
      const response = await sent(withValue(pay(), CARD_PATH, card), version);
      expect(valueAt(response.body as JsonObject, `${CARD_PATH}.${group}`)).to.deep.equal(told);
      expect(response.text).to.not.contain(CRYPTOGRAM);
      expect(await notesOf(response)).to.contain(note);
    });
  }

  it("note a cryptogram of format EMV that did not come", async () => {
    const card = { number: CARD.number, expiry: CARD.expiry, mobileWallet: { cryptogramFormat: "EMV" } };
    const response = await sent(withValue(pay(), CARD_PATH, card), 60);
    expect(await notesOf(response)).to.contain("is of format EMV, but emvRequest is missing");
  });

  it("name the wallet in the answer, with an interaction for wallet F that stays the same", async () => {
    const order = "wallet";
    const body = withValues(pay("10.00"), {
      "order.walletProvider": "WALLET_F",
      "order.walletIndicator": "101",
    });
    const paid = await client.put({ order, transaction: "1", body: { ...body, apiOperation: "AUTHORIZE" } });
    const wallet = valueAt(paid.body as JsonObject, "order.wallet");
    expect(valueAt(paid.body as JsonObject, "order")).to.include({
      walletIndicator: "101",
      walletProvider: "WALLET_F",
    });
    expect(valueAt(wallet, "walletF.callId")).to.match(/^CALL\d{10}$/);
    const captured = await client.put({ order, transaction: "2", body: capture("10.00") });
    const read = await client.getOrder(order);
    expect(valueAt(captured.body as JsonObject, "order.wallet")).to.deep.equal(wallet);
    expect(valueAt(read.body as JsonObject, "wallet")).to.deep.equal(wallet);
  });

  it("have an interaction with no other wallet", async () => {
    for (const provider of ["WALLET_A", "WALLET_E"]) {
      const { body } = (await sent(withValue(verify(), "order.walletProvider", provider), 36)) as {
        readonly body: JsonObject;
      };
      expect(valueAt(body, "order"))
        .to.include({ walletProvider: provider })
        .and.to.not.have.property("wallet");
    }
  });

  for (const [version, address, isNoted] of ADDRESSES) {
    it(`come back in version ${version} with the address ${address}${isNoted ? ", which is noted" : ""}`, async () => {
      const response = await sent(withValue(pay(), "device.ipAddress", address), version);
      expect(valueAt(response.body as JsonObject, "device.ipAddress")).to.equal(address);
      expect((await notesOf(response)).includes("used only for EMV 3DS authentication")).to.equal(isNoted);
    });
  }

  it("have the bypass of risk rules noted, and not echoed", async () => {
    const response = await sent(withValue(pay(), "action.bypassMerchantRiskRules", "ALL"), 60);
    expect(await notesOf(response)).to.contain("action.bypassMerchantRiskRules has no effect");
    expect(response.body).to.not.have.property("action");
  });
});
