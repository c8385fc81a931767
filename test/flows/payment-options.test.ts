import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { schemeOfPrefix } from "../../server/domain/request/payment-options.ts";
import { cardClientOf, optionsFor } from "../support/card-requests.ts";
import type { CardClient } from "../support/card-requests.ts";
import { keptClientOf, sessionOf, tokenOf } from "../support/kept.ts";
import { CARD, FUNDS, pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { refused } from "./played.ts";
import { suiteSandbox } from "./started.ts";

const SCHEMES = "AMEX DINERS_CLUB DISCOVER JCB MAESTRO MASTERCARD UATP UNIONPAY VISA".split(" ");
const OFFERED = "5313359999999089";
const VISA = "4508750015741019";

const MERCHANTS = {
  ANY: {},
  LIMITED: {
    cardTypes: ["MASTERCARD", "UATP"],
    currencies: ["EUR", "USD"],
    operations: ["AUTHORIZE", "CAPTURE"],
  },
  RESERVING: { transactionMode: "AUTHORIZE_CAPTURE" },
};

describe("an inquiry about payment options", () => {
  const running = suiteSandbox({ merchants: MERCHANTS });

  const cards = (merchant: keyof typeof MERCHANTS = "ANY"): CardClient =>
    cardClientOf(running.sandbox.url, merchant);
  const client = (merchant: keyof typeof MERCHANTS = "ANY"): Client =>
    clientOf(running.sandbox.url, merchant);
  const typesIn = (body: unknown): readonly unknown[] =>
    listIn(body, "paymentTypes.card.cardTypes").map((it) => it["cardType"]);
  const listIn = (body: unknown, path: string): readonly JsonObject[] =>
    (valueAt(body as JsonObject, path) ?? []) as readonly JsonObject[];

  it("is answered by GET, by POST without a body and by POST with its name alone, in the same way", async () => {
    const answers = [
      await cards().options(),
      await cards().options({}),
      await cards().options({ apiOperation: "PAYMENT_OPTIONS_INQUIRY" }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const [first, ...others] = answers.map(({ body }) => body as JsonObject);
    for (const other of others) expect(other).to.deep.equal(first);
    expect([valueAt(first, "merchant"), valueAt(first, "result")]).to.deep.equal(["ANY", "SUCCESS"]);
    expect(typesIn(first).toSorted()).to.deep.equal(SCHEMES);
    const currencies = listIn(first, "paymentTypes.card.currencies").map((it) => it["currency"]);
    expect(currencies).to.include.members(["AUD", "EUR", "JPY", "USD"]);
    expect(valueAt(first, "paymentTypes.card.currencyConversion")).to.equal(undefined);
  });

  it("tells of a merchant what its entry in the merchant file allows", async () => {
    const body: unknown = (await cards("LIMITED").options()).body;
    expect(typesIn(body)).to.deep.equal(["MASTERCARD", "UATP"]);
    expect(listIn(body, "paymentTypes.card.currencies")).to.deep.equal([
      { currency: "EUR" },
      { currency: "USD" },
    ]);
    expect(listIn(body, "supportedPaymentOperations")).to.deep.equal([
      { supportedPaymentOperation: "AUTHORIZE" },
    ]);
    const modes = await Promise.all(
      (["ANY", "LIMITED", "RESERVING"] as const).map((merchant) => cards(merchant).options()),
    );
    expect(modes.map((it) => textAt(it.body as JsonObject, "transactionMode"))).to.deep.equal([
      "PURCHASE",
      "AUTHORIZE_CAPTURE",
      "AUTHORIZE_CAPTURE",
    ]);
  });

  it("lists the operations from version 52 on", async () => {
    const bodies = [await cards().options(undefined, 51), await cards().options(undefined, 52)];
    expect(bodies.map(({ body }) => "supportedPaymentOperations" in (body as object))).to.deep.equal([
      false,
      true,
    ]);
  });

  it("tells of one card whether it is taken and needs a security code", async () => {
    const optionsOf = async (number: string): Promise<unknown> =>
      (await cards("LIMITED").options(optionsFor(number, "1.00", "EUR"))).body;
    expect(listIn(await optionsOf(CARD.number), "paymentTypes.card.cardTypes")).to.deep.equal([
      { cardType: "MASTERCARD", securityCodeRequired: true },
    ]);
    expect(listIn(await optionsOf("135492354874528"), "paymentTypes.card.cardTypes")).to.deep.equal([
      { cardType: "UATP", securityCodeRequired: false },
    ]);
    const visa = (await optionsOf(VISA)) as JsonObject;
    expect(visa["paymentTypes"]).to.deep.equal({});
    expect(textAt(visa, "sourceOfFunds.provided.card.scheme")).to.equal("VISA");
    expect(textAt(visa, "sourceOfFunds.provided.card.number")).to.equal("450875xxxxxx1019");
  });

  it("knows a card by its first digits", async () => {
    const body = { sourceOfFunds: { provided: { card: { prefix: "450875" } } } };
    expect(typesIn((await cards().options(body)).body)).to.deep.equal(["VISA"]);
    expect(typesIn((await cards("LIMITED").options(body)).body)).to.deep.equal([]);
  });

  it("tells of one currency alone, and of none that the merchant does not take", async () => {
    const inCurrency = async (currency: string): Promise<JsonObject> =>
      (await cards("LIMITED").options({ order: { currency } })).body as JsonObject;
    expect(listIn(await inCurrency("EUR"), "paymentTypes.card.currencies")).to.deep.equal([
      { currency: "EUR" },
    ]);
    expect((await inCurrency("CHF"))["paymentTypes"]).to.deep.equal({});
  });

  it("takes the card of a session or a token, and leaves the session its security code", async () => {
    const kept = keptClientOf(running.sandbox.url, "ANY");
    const { id } = sessionOf(await kept.createSession());
    const filled = sessionOf(await kept.updateSession(id, { sourceOfFunds: FUNDS }));
    const body: unknown = (await cards().options({ session: { id } })).body;
    expect(typesIn(body)).to.deep.equal(["MASTERCARD"]);
    const after = await kept.getSession(id);
    expect(sessionOf(after).version).to.equal(filled.version);
    expect(textAt(after.body as JsonObject, "sourceOfFunds.provided.card.securityCode")).to.equal("xxx");
    const token = tokenOf(await kept.createToken({ session: { id } }));
    expect(typesIn((await cards().options({ sourceOfFunds: { token } })).body)).to.deep.equal(["MASTERCARD"]);
  });

  it("has an exchange that tells which table decided, and stores nothing", async () => {
    const response = await cards().options(optionsFor(OFFERED));
    const exchange = await client().why(response);
    expect(exchange.request.operation).to.equal("PAYMENT_OPTIONS_INQUIRY");
    expect(exchange.scenario?.decidedBy).to.deep.equal({
      kind: "table",
      scenario: "gateway-simulator",
      table: "conversions",
      key: "531335xxxxxx9089",
    });
    expect([exchange.scenario?.gatewayCode, exchange.committed]).to.deep.equal(["QUOTE_PROVIDED", false]);
    const read = await client().why(await cards().options());
    expect([read.request.operation, read.contract?.used]).to.deep.equal([
      "PAYMENT_OPTIONS_INQUIRY",
      ["requests/payment-options-inquiry.v100.json"],
    ]);
  });

  const REFUSED: readonly (readonly [string, JsonObject, string, string])[] = [
    ["another apiOperation", { apiOperation: "PAY" }, "apiOperation", ""],
    ["an unknown member", { order: { id: "1" } }, "order.id", ""],
    ["a currency that there is not", { order: { currency: "ZZZ" } }, "order.currency", "currency-known"],
    [
      "an unknown session",
      { session: { id: "SESSION0002411702239G42317712I7" } },
      "session.id",
      "session-known",
    ],
  ];
  for (const [what, body, field, rule] of REFUSED) {
    it(`is refused with ${what}`, async () => {
      const response = await cards().options(body);
      expect([response.status, refused(response).field]).to.deep.equal([400, field]);
      const exchange = await client().why(response);
      expect(exchange.rules?.refusedBy?.rule ?? "").to.equal(rule);
    });
  }

  it("speaks of cards as payments take them: a type that is not listed is refused", async () => {
    const ofMastercard = { ...pay(), apiOperation: "AUTHORIZE" };
    const ofVisa = withValue(ofMastercard, "sourceOfFunds.provided.card.number", VISA);
    const taken = await client("LIMITED").put({ order: "taken", transaction: "1", body: ofMastercard });
    expect(taken.status).to.equal(201);
    const response = await client("LIMITED").put({ order: "refused", transaction: "1", body: ofVisa });
    expect([response.status, refused(response).field]).to.deep.equal([
      400,
      "sourceOfFunds.provided.card.number",
    ]);
    expect(refused(response).explanation).to.contain("only cards of MASTERCARD, UATP");
  });

  it("tells the scheme of a prefix as far as its digits do", () => {
    const prefixes = [
      "512345",
      "345678",
      "301234",
      "352800",
      "601100",
      "620108",
      "135492",
      "500000",
      "999999",
    ];
    expect(prefixes.map(schemeOfPrefix)).to.deep.equal([
      ...["MASTERCARD", "AMEX", "DINERS_CLUB", "JCB", "DISCOVER", "UNIONPAY", "UATP", "MAESTRO", "OTHER"],
    ]);
  });
});
