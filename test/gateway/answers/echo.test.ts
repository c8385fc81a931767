import { expect } from "chai";
import { valueAt } from "../../../server/domain/json.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { outcomeOf, orderOf } from "../../support/orders.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import { withValues } from "../../support/requests.ts";
import { answerOf, authorization, followUp, payment, STORED_CARD, STORED_PAY } from "./samples.ts";

const CAPTURE = { operation: "CAPTURE", type: "CAPTURE" } as const;

function answerTo(values: Readonly<Record<string, Json>>, version = 100): JsonObject {
  const answer = answerOf(orderOf(payment(version, { request: withValues(STORED_PAY, values) })));
  expectValidAnswer(answer, "transaction", version);
  return answer;
}

/** A member of a request, what was sent, and what comes back. */
const ECHOES: readonly (readonly [path: string, sent: Json, answered: Json | undefined])[] = [
  ["order.reference", "R-1", "R-1"],
  ["order.taxAmount", "1.50", 1.5],
  ["order.dutyAmount", 0.125, 0.125],
  ["order.custom", { zone: "9", Alpha: "2", alpha: "1" }, { Alpha: "2", alpha: "1", zone: "9" }],
  ["order.tax", [{ type: "VAT", amount: "0.10" }], [{ amount: 0.1, type: "VAT" }]],
  ["order.subMerchant.tradingName", "Shop", "Shop"],
  [
    "airline.itinerary.leg",
    [{ fare: "10.00", stopoverPermitted: true }],
    [{ fare: 10, stopoverPermitted: true }],
  ],
  ["agreement.numberOfPayments", 12, 12],
  ["agreement.maximumAmountPerPayment", "100.00", 100],
  ["transaction.merchantNote", "note", "note"],
  ["transaction.source", "MAIL_ORDER", "MAIL_ORDER"],
  ["customer.email", "ida@example.com", "ida@example.com"],
  ["device.ipAddress", "192.0.2.1", "192.0.2.1"],
  ["sourceOfFunds.provided.card.storedOnFile", "TO_BE_STORED", "TO_BE_STORED"],
  ["sourceOfFunds.provided.card.emvRequest", "9C0100", "9C0100"],
  ["sourceOfFunds.provided.card.p2pe.encryptionState", "INVALID", "INVALID"],
  ["sourceOfFunds.provided.card.pin.encryptionState", "VALID", "VALID"],
  ["sourceOfFunds.provided.giftCard.number", "512345xxxxxx0008", "512345xxxxxx0008"],
  ["creditCardBillPayment.paymentSender.cardNumber", "512345xxxxxx0008", "512345xxxxxx0008"],
];

/** Members that steer the request or are secret; the store has no secret ones, and the answer would not show them. */
const NOT_ECHOED: readonly string[] = [
  "apiOperation",
  "correlationId",
  "session.id",
  "responseControls.sensitiveData",
  "sourceOfFunds.provided.card.securityCode",
  "sourceOfFunds.provided.card.track1",
  "sourceOfFunds.provided.card.track2",
  "sourceOfFunds.provided.card.p2pe.payload",
  "sourceOfFunds.provided.card.pin.payload",
  "sourceOfFunds.provided.card.devicePayment.onlinePaymentCryptogram",
  "sourceOfFunds.provided.giftCard.pin",
  "unheardOf",
  "order.unheardOf",
  "constructor",
];

/** Groups that were sent with something else, and the default that the answer adds. */
const DEFAULTS: readonly (readonly [
  sent: string,
  value: Json,
  added: string,
  answered: Json,
  version: number,
])[] = [
  ["agreement.id", "A1", "agreement.type", "OTHER", 100],
  ["accountFunding.senderType", "PERSON", "accountFunding.purpose", "OTHER", 100],
  ["accountFunding.senderType", "PERSON", "accountFunding.purposeOfPayment", "ISOTHR", 100],
  ["accountFunding.senderType", "PERSON", "accountFunding.senderIsRecipient", false, 100],
  [
    "accountFunding.recipient.identification.value",
    "1",
    "accountFunding.recipient.identification.type",
    "OTHER",
    100,
  ],
  ["3DSecure.acsEci", "02", "3DSecure.enrollmentStatus", "ENROLLMENT_STATUS_UNDETERMINED", 13],
  ["3DSecure.veResEnrolled", "Y", "3DSecure.enrollmentStatus", "ENROLLED", 100],
  ["3DSecure.veResEnrolled", "N", "3DSecure.enrollmentStatus", "NOT_ENROLLED", 60],
  ["transaction.source", "MERCHANT", "sourceOfFunds.provided.card.storedOnFile", "STORED", 100],
];

/** Members that are there only when their group was sent, and only in versions that know them. */
const ABSENT: readonly (readonly [sent: string, value: Json, absent: string, version: number])[] = [
  ["order.reference", "R", "agreement", 100],
  ["order.reference", "R", "accountFunding", 100],
  ["order.reference", "R", "3DSecure", 100],
  ["agreement.id", "A1", "agreement.type", 13],
  ["accountFunding.senderType", "PERSON", "accountFunding.purposeOfPayment", 67],
  ["accountFunding.senderType", "PERSON", "accountFunding.recipient", 100],
  ["3DSecure.veResEnrolled", "Y", "3DSecure.enrollmentStatus", 48],
];

/** Lines of an address as they are sent, and the street that comes back. */
const STREETS: readonly (readonly [sent: JsonObject, street: string | undefined])[] = [
  [{ street: "1 Main St", street2: "Floor 2" }, "1 Main St, Floor 2"],
  [{ street: "1 Main St" }, "1 Main St"],
  [{ street2: "Floor 2" }, "Floor 2"],
  [{ street: "s".repeat(99), street2: "cut" }, `${"s".repeat(99)},`],
  [{ street: "s".repeat(100), street2: "gone" }, "s".repeat(100)],
  [{ city: "Wien" }, undefined],
];

describe("echo of requests in answers", () => {
  for (const [path, sent, answered] of ECHOES) {
    it(`echoes ${path}`, () => {
      expect(valueAt(answerTo({ [path]: sent }), path)).to.deep.equal(answered);
    });
  }

  for (const path of NOT_ECHOED) {
    it(`does not echo ${path}`, () => {
      expect(valueAt(answerTo({ [path]: "5123450000000008" }), path)).to.equal(undefined);
    });
  }

  for (const [sent, value, added, answered, version] of DEFAULTS) {
    it(`adds ${added} in version ${version} when ${sent} is ${JSON.stringify(value)}`, () => {
      expect(valueAt(answerTo({ [sent]: value }, version), added)).to.deep.equal(answered);
    });
  }

  for (const [sent, value, absent, version] of ABSENT) {
    it(`has no ${absent} in version ${version} when only ${sent} is sent`, () => {
      expect(valueAt(answerTo({ [sent]: value }, version), absent)).to.equal(undefined);
    });
  }

  for (const [sent, street] of STREETS) {
    it(`answers the street of ${JSON.stringify(sent).slice(0, 60)} in one line`, () => {
      const address = valueAt(answerTo({ "billing.address": sent }), "billing.address");
      expect(address).to.include({ street2: "" });
      expect(valueAt(address, "street")).to.equal(street);
    });
  }

  it("cuts a street between characters, not within one", () => {
    const street = `${"s".repeat(99)}🏠🏠`;
    const answered = valueAt(answerTo({ "billing.address": { street } }), "billing.address.street");
    expect(answered).to.equal(`${"s".repeat(99)}🏠`);
  });

  it("masks a card number even if the store had kept it", () => {
    const answer = answerTo({ "sourceOfFunds.provided.card.number": "5123450000000008" });
    expect(valueAt(answer, "sourceOfFunds.provided.card.number")).to.equal("512345xxxxxx0008");
  });

  it("answers the month of expiry without its leading zero", () => {
    expect(valueAt(answerTo({}), "sourceOfFunds.provided.card.expiry")).to.deep.equal({
      month: "5",
      year: "39",
    });
  });

  it("echoes the correlation id of the current request only", () => {
    const order = orderOf(payment(100, { request: withValues(STORED_PAY, { correlationId: "stored" }) }));
    expect(valueAt(answerOf(order), "correlationId")).to.equal(undefined);
  });

  it("brings details of earlier transactions back on later ones, and a later value wins", () => {
    const first = withValues(STORED_PAY, {
      "order.reference": "R-1",
      "order.description": "first",
      "order.custom": { a: "1", b: "1" },
      "customer.email": "ida@example.com",
      "transaction.reference": "T-1",
      "transaction.source": "MAIL_ORDER",
      "shipping.address": { city: "Wien", street: "Old St", street2: "2" },
    });
    const second = {
      order: { description: "second", custom: { b: "2", c: "2" } },
      shipping: { address: { street: "New St" } },
      transaction: { amount: "12.34", currency: "USD" },
    };
    const order = orderOf(
      authorization(100, { request: first }),
      followUp(100, { ...CAPTURE, request: second }),
    );
    const answer = answerOf(order);
    expectValidAnswer(answer, "transaction", 100);
    expect(valueAt(answer, "order.reference")).to.equal("R-1");
    expect(valueAt(answer, "order.description")).to.equal("second");
    expect(valueAt(answer, "order.custom")).to.deep.equal({ a: "1", b: "2", c: "2" });
    expect(valueAt(answer, "customer.email")).to.equal("ida@example.com");
    expect(valueAt(answer, "shipping.address")).to.deep.equal({ street: "New St", street2: "" });
    expect(valueAt(answer, "transaction.source")).to.equal("MAIL_ORDER");
    expect(valueAt(answer, "transaction.reference"), "belongs to its transaction").to.equal(undefined);
  });

  it("does not mix the card and authentication of a failed attempt with those of the next", () => {
    const failed = withValues(STORED_PAY, { "3DSecure.acsEci": "02" });
    const retried = withValues(STORED_PAY, {
      "sourceOfFunds.provided.card": { number: "450875xxxxxx1019", expiry: STORED_CARD.expiry },
    });
    const order = orderOf(
      payment(100, { request: failed, outcome: outcomeOf("DECLINED") }),
      payment(100, { id: "2", request: retried }),
    );
    const answer = answerOf(order);
    expect(valueAt(answer, "sourceOfFunds.provided.card.scheme")).to.equal("VISA");
    expect(valueAt(answer, "sourceOfFunds.provided.card.nameOnCard")).to.equal(undefined);
    expect(valueAt(answer, "3DSecure")).to.equal(undefined);
  });

  it("leaves out values of a wrong type, which only mode observe lets through", () => {
    const answer = answerTo({
      "order.reference": 7,
      "order.taxAmount": "much",
      "order.custom": [],
      airline: "x",
    });
    for (const path of ["order.reference", "order.taxAmount", "order.custom", "airline"]) {
      expect(valueAt(answer, path), path).to.equal(undefined);
    }
  });
});
