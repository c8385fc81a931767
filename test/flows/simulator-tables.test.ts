import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { pay, refund, withValue, withValues } from "../support/requests.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { answered, play } from "./played.ts";
import { clientOn, startWith } from "./started.ts";

/** The tables of the live gateway's simulator, standard set, written from its description. */
const EXPIRIES = {
  "01/39": "APPROVED",
  "05/39": "DECLINED",
  "04/27": "EXPIRED_CARD",
  "08/28": "TIMED_OUT",
  "01/37": "ACQUIRER_SYSTEM_ERROR",
  "02/37": "UNSPECIFIED_FAILURE",
  "05/37": "UNKNOWN",
} as const;

const RESULTS: Readonly<Record<string, string>> = { APPROVED: "SUCCESS", UNKNOWN: "UNKNOWN" };

const MASTERCARD = "5123450000000008";
const AMEX = "345678901234564";

const SECURITY_CODES: readonly (readonly [code: string, number: string, result: string])[] = [
  ["100", MASTERCARD, "MATCH"],
  ["101", MASTERCARD, "NOT_PROCESSED"],
  ["102", MASTERCARD, "NO_MATCH"],
  ["1000", AMEX, "MATCH"],
  ["1010", AMEX, "NOT_PROCESSED"],
  ["1020", AMEX, "NO_MATCH"],
];

const STREETS = {
  "Alpha St": "ADDRESS_MATCH",
  "Gamma St": "NOT_VERIFIED",
  "November St": "NO_MATCH",
  "Romeo St": "SERVICE_NOT_AVAILABLE_RETRY",
  "Sierra St": "SERVICE_NOT_SUPPORTED",
  "Uniform St": "NOT_AVAILABLE",
  "Whiskey St": "ZIP_MATCH",
  "X-ray St": "ADDRESS_ZIP_MATCH",
  "Kilo St": "NAME_MATCH",
  "Oscar St": "NAME_ADDRESS_MATCH",
  "Lima St": "NAME_ZIP_MATCH",
  "Zero St": "NOT_REQUESTED",
} as const;

const CARD = "sourceOfFunds.provided.card";
const expiring = (expiry: string): JsonObject => {
  const [month = "", year = ""] = expiry.split("/");
  return withValue(pay(), `${CARD}.expiry`, { month, year });
};

describe("simulator tables", () => {
  let running: TestSandbox;
  let early: TestSandbox;
  let client: Client;
  before(async () => {
    // At the first of these times the dates of the table are in the future, whatever the table says of them.
    [early, running] = await Promise.all([
      startWith({ environment: { SANDBOX_CLOCK: "2026-11-30T23:59:59Z" } }),
      startWith({ merchants: { DECLINES: {}, IGNORES: { expiredCards: "ignore" } } }),
    ]);
    client = clientOn(early);
  });
  after(() => Promise.all([running.stop(), early.stop()]));

  for (const [expiry, gatewayCode] of Object.entries(EXPIRIES)) {
    it(`answer ${gatewayCode} to a card that expires ${expiry}`, async () => {
      for (const [where, on] of [
        ["early", client],
        ["late", clientOn(running, "DECLINES")],
      ] as const) {
        const answer = await on.put({ order: `expiry ${expiry}`, transaction: "1", body: expiring(expiry) });
        const { result, order, response } = answered(answer);
        expect([answer.status, response.gatewayCode], where).to.deep.equal([201, gatewayCode]);
        expect(result).to.equal(RESULTS[gatewayCode] ?? "FAILURE");
        expect(order.status).to.equal(gatewayCode === "APPROVED" ? "CAPTURED" : "FAILED");
        const { scenario } = await on.why(answer);
        const table = { kind: "table", scenario: "gateway-simulator", table: "expiry", key: expiry };
        expect(scenario?.decidedBy).to.deep.equal(table);
      }
    });
  }

  it("leave every other date in the future to APPROVED", async () => {
    for (const expiry of ["12/26", "01/27", "06/39", "12/99"]) {
      const answer = await client.put({
        order: `future ${expiry}`,
        transaction: "1",
        body: expiring(expiry),
      });
      expect(answered(answer).response.gatewayCode, expiry).to.equal("APPROVED");
      expect((await client.why(answer)).scenario?.decidedBy).to.deep.equal({ kind: "default" });
    }
  });

  for (const [code, number, result] of SECURITY_CODES) {
    it(`answer ${result} to the security code of ${code.length} digits that ends on ${code.slice(2)}`, async () => {
      const body = withValues(pay(), { [`${CARD}.number`]: number, [`${CARD}.securityCode`]: code });
      const answer = await client.put({ order: `code ${code}`, transaction: "1", body });
      expect(answered(answer).response.cardSecurityCode?.gatewayCode).to.equal(result);
      expect(answered(answer).response.gatewayCode).to.equal("APPROVED");
    });
  }

  it("say nothing of a security code that was not sent", async () => {
    const body = withValue(pay(), `${CARD}.securityCode`, undefined);
    const answer = await client.put({ order: "no code", transaction: "1", body });
    expect(answered(answer).response).not.to.have.property("cardSecurityCode");
  });

  for (const [street, result] of Object.entries(STREETS)) {
    it(`answer ${result} to the billing street ${street}`, async () => {
      const body = withValue(pay(), "billing.address", { street, country: "BEL" });
      const answer = await client.put({ order: street, transaction: "1", body });
      expect(answered(answer).response.cardholderVerification?.avs.gatewayCode).to.equal(result);
    });
  }

  it("set the results of code and street also when a magic card decided", async () => {
    const body = withValues(pay(), {
      [`${CARD}.number`]: "4000000000000507",
      [`${CARD}.securityCode`]: "102",
      "billing.address.street": "November St",
    });
    const { response } = answered(await client.put({ order: "both", transaction: "1", body }));
    expect(response.gatewayCode).to.equal("DECLINED");
    expect(response.cardSecurityCode?.gatewayCode).to.equal("NO_MATCH");
    expect(response.cardholderVerification?.avs.gatewayCode).to.equal("NO_MATCH");
  });

  /** The clock stands on 2030-01-15: what a merchant that declines and one that ignores get. */
  const dates = [
    ["12/29", "EXPIRED_CARD", "APPROVED"],
    ["01/30", "APPROVED", "APPROVED"],
    ["02/30", "APPROVED", "APPROVED"],
    ["12/00", "EXPIRED_CARD", "APPROVED"],
    ["04/27", "EXPIRED_CARD", "EXPIRED_CARD"],
    ["08/28", "TIMED_OUT", "TIMED_OUT"],
  ] as const;
  for (const [expiry, declined, ignored] of dates) {
    it(`answer ${declined} to ${expiry} in January 2030, and ${ignored} where expired cards are ignored`, async () => {
      for (const [merchant, gatewayCode] of [
        ["DECLINES", declined],
        ["IGNORES", ignored],
      ] as const) {
        const on = clientOn(running, merchant);
        const answer = await on.put({ order: `clock ${expiry}`, transaction: "1", body: expiring(expiry) });
        expect(answered(answer).response.gatewayCode, merchant).to.equal(gatewayCode);
      }
    });
  }

  it("take a card until the end of its month, by UTC: in the last second of November 2026", async () => {
    for (const [expiry, gatewayCode] of [
      ["10/26", "EXPIRED_CARD"],
      ["11/26", "APPROVED"],
    ] as const) {
      const answer = await client.put({ order: `month ${expiry}`, transaction: "1", body: expiring(expiry) });
      expect(answered(answer).response.gatewayCode, expiry).to.equal(gatewayCode);
    }
  });

  it("name the card's expiry as what decided when the clock is past it", async () => {
    const on = clientOn(running, "DECLINES");
    const answer = await on.put({ order: "past", transaction: "1", body: expiring("12/29") });
    expect((await on.why(answer)).scenario?.decidedBy).to.deep.equal({ kind: "expired-card" });
  });

  it("leave follow-ups alone: a refund of a payment carries no expiry", async () => {
    const on = clientOn(running, "IGNORES");
    const [, answer] = await play(on, "follow-up", [expiring("12/29"), refund()]);
    expect(answer && answered(answer).response.gatewayCode).to.equal("APPROVED");
  });
});
