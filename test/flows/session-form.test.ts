import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { CARDS, ERRORS_OF_INITIATION, ERRORS_OF_PAYER } from "../authentication/card-cases.ts";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { pay } from "../support/requests.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const MERCHANT = "TESTMERCHANT";
const NUMBER = "5123450000000008";
const CARD = { number: NUMBER, expiry: { month: "1", year: "39" }, securityCode: "100" };

/** Rules of a scenario by what they do to the fields of one merchant each. */
const RULES = [
  {
    id: "busy-once",
    when: { operation: "UPDATE_SESSION_FROM_FORM", merchant: "TESTBUSY" },
    outcomes: [{ fault: { at: "before-commit", kind: "server-busy" } }, "APPROVED"],
  },
  {
    id: "lost",
    when: { operation: "UPDATE_SESSION_FROM_FORM", card: NUMBER, merchant: "TESTLOST" },
    fault: { at: "after-commit", kind: "status", status: 504 },
  },
  {
    id: "late",
    when: { operation: "CONFIGURE_FORM", merchant: "TESTLATE" },
    delay: "20ms",
  },
  { id: "card-alone", when: { card: NUMBER, merchant: "TESTPAYS" }, outcome: "DECLINED", delay: "20ms" },
];

describe("what the card fields of a hosted session send", () => {
  const running = suiteSandbox({
    scenario: { rules: RULES },
    merchants: {
      [MERCHANT]: {},
      TESTAMEX: { cardTypes: ["AMEX"] },
      TESTBUSY: {},
      TESTLATE: {},
      TESTLOOSE: { mode: "gateway" },
      TESTLOST: {},
      TESTPAYS: {},
    },
  });

  const pathOf = (merchant: string, version: number, rest = ""): string =>
    `/form/version/${version}/merchant/${merchant}/session${rest}`;
  const configure = async (body: object, merchant = MERCHANT, version = 100): Promise<Response> =>
    request(running.sandbox.url).post(pathOf(merchant, version)).send(body);
  const madeFor = async (merchant = MERCHANT): Promise<string> =>
    sessionOf(await keptClientOf(running.sandbox.url, merchant).createSession({})).id;
  const update = async (id: string, card: object, merchant = MERCHANT, version = 100): Promise<Response> =>
    request(running.sandbox.url)
      .put(pathOf(merchant, version, `/${id}`))
      .send({ sourceOfFunds: { type: "CARD", provided: { card } } });
  const why = async (response: Response): Promise<Exchange> => clientOn(running).why(response);
  const updateStatusOf = async (id: string, merchant = MERCHANT): Promise<string> =>
    sessionOf(await keptClientOf(running.sandbox.url, merchant).getSession(id)).updateStatus;

  it("is stored, answered as the script tells the page, and paid with afterwards", async () => {
    const id = await madeFor();
    const stored = await update(id, CARD);
    expect(stored.body).to.deep.equal({
      merchant: MERCHANT,
      session: { id, updateStatus: "SUCCESS", version: textAt(stored.body as Json, "session.version") },
      sourceOfFunds: {
        provided: {
          card: {
            brand: "MASTERCARD",
            expiry: { month: "1", year: "39" },
            fundingMethod: "CREDIT",
            issuer: textAt(stored.body as Json, "sourceOfFunds.provided.card.issuer"),
            number: "512345xxxxxx0008",
            scheme: "MASTERCARD",
            securityCode: "xxx",
          },
        },
        type: "CARD",
      },
      status: "ok",
      version: "100",
    });
    const body = { ...pay(), sourceOfFunds: undefined, session: { id } } as unknown as JsonObject;
    const paid = await clientOn(running).put({ order: "by-form", transaction: "1", body });
    expect(valueAt(paid.body as Json, "result")).to.equal("SUCCESS");
  });

  it("is an exchange like every other: masked, judged by the contract of its version, with the session as its proof", async () => {
    const told = await why(await update(await madeFor(), CARD));
    expect(told.request).to.include({ operation: "UPDATE_SESSION", version: 100 });
    expect(told.authentication).to.equal("session-accepted");
    expect(told.committed).to.equal(true);
    expect(told.contract?.findings).to.deep.equal([]);
    expect(JSON.stringify(told)).not.to.contain(NUMBER);
    expect(valueAt(told.request.body ?? null, "sourceOfFunds.provided.card.number")).to.equal(
      "512345xxxxxx0008",
    );
  });

  it("comes back masked of an account too, to the page, in the session and in the exchange, however short its number is", async () => {
    const bankAccountNumber = "12345678";
    const account = { accountType: "CONSUMER_CHECKING", bankAccountHolder: "Ida Example" };
    const ach = { ...account, bankAccountNumber, routingNumber: "122000030" };
    const id = await madeFor();
    const stored = await request(running.sandbox.url)
      .put(pathOf(MERCHANT, 100, `/${id}`))
      .send({ sourceOfFunds: { type: "ACH", provided: { ach } } });
    const read = await keptClientOf(running.sandbox.url, MERCHANT).getSession(id);
    const told = await why(stored);
    for (const body of [stored.body as Json, read.body as Json, told.request.body ?? null]) {
      const shown = { ...ach, bankAccountNumber: "xxxxxxxx" };
      expect(valueAt(body, "sourceOfFunds.provided.ach")).to.deep.equal(shown);
    }
    expect(JSON.stringify(told)).not.to.contain(bankAccountNumber);
  });

  const WRONG: readonly (readonly [what: string, card: object, errors: object])[] = [
    ["a wrong check digit", { ...CARD, number: "5123450000000009" }, { cardNumber: "invalid" }],
    ["a number that is too short", { ...CARD, number: "51234500" }, { cardNumber: "invalid" }],
    [
      "nothing at all",
      { number: "", expiry: { month: "", year: "" } },
      { cardNumber: "missing", expiryMonth: "missing", expiryYear: "missing" },
    ],
    [
      "a month that no year has",
      { ...CARD, expiry: { month: "13", year: "39" } },
      { expiryMonth: "invalid" },
    ],
    ["letters", { ...CARD, expiry: { month: "1", year: "x9" } }, { expiryYear: "invalid" }],
    ["two digits as the security code", { ...CARD, securityCode: "10" }, { securityCode: "invalid" }],
    ["four digits for a card that has three", { ...CARD, securityCode: "1000" }, { securityCode: "invalid" }],
    ["a saved card's security code, empty", { securityCode: "" }, { securityCode: "missing" }],
    ["a name that is too long", { ...CARD, nameOnCard: "n".repeat(257) }, { nameOnCard: "invalid" }],
  ];
  for (const [what, card, errors] of WRONG) {
    it(`tells the fields that are in error, with 200, and marks the session: ${what}`, async () => {
      const id = await madeFor();
      const told = await update(id, card);
      expect([told.status, told.body]).to.deep.equal([
        200,
        { errors, session: { id }, status: "fields_in_error", version: "100" },
      ]);
      expect(await updateStatusOf(id)).to.equal("FAILURE");
      expect((await why(told)).refusal?.reason).to.equal("contract");
    });
  }

  it("takes what is optional empty, four digits of American Express, and a security code alone", async () => {
    const amex = { ...CARD, number: "345678901234564", securityCode: "1000" };
    for (const card of [{ ...CARD, securityCode: undefined }, amex, { securityCode: "100" }])
      expect((await update(await madeFor(), card)).body).to.include({ status: "ok" });
  });

  it("takes every test card of authentications, though numbers of PayPak and ITMX have no check digit", async () => {
    const numbers = [...CARDS.map(({ number }) => number), ...ERRORS_OF_INITIATION, ...ERRORS_OF_PAYER];
    const id = await madeFor();
    for (const number of numbers) {
      const told = await update(id, { ...CARD, number, securityCode: undefined });
      expect(valueAt(told.body as Json, "status"), number).to.equal("ok");
    }
  });

  it("does not take cards of a scheme that the merchant does not take", async () => {
    const told = await update(await madeFor("TESTAMEX"), CARD, "TESTAMEX");
    expect(valueAt(told.body as Json, "errors")).to.deep.equal({ cardNumber: "invalid" });
    const configured = await configure({ session: { id: await madeFor("TESTAMEX") } }, "TESTAMEX");
    expect(valueAt(configured.body as Json, "cardTypes")).to.deep.equal(["AMEX"]);
  });

  it("says why there is no answer of fields: an unknown session, one of others, nothing of a form, another merchant", async () => {
    const id = await madeFor();
    const explanationOf = (response: Response): string =>
      textAt(response.body as Json, "error.explanation") ?? "";
    expect(explanationOf(await update("SESSION0002411702239G42317712I7", CARD))).to.contain(
      "Session not found",
    );
    expect(explanationOf(await update(id, CARD, "TESTLOST"))).to.contain("Session not found");
    expect(explanationOf(await update(id, CARD, "NOBODY"))).to.contain("no merchant");
    const odd = await request(running.sandbox.url)
      .put(pathOf(MERCHANT, 100, `/${id}`))
      .send({ order: {} });
    expect(explanationOf(odd)).to.contain("card, giftCard, ach, directDebitCanada");
  });

  it("makes a session for pages of older versions, and finds the one of a newer page", async () => {
    const made = await configure({}, MERCHANT, 45);
    const id = textAt(made.body as Json, "session.id") ?? "";
    expect(made.body).to.deep.equal({ session: { id }, status: "ok", version: "45" });
    expect((await update(id, CARD, MERCHANT, 45)).body).to.include({ status: "ok", version: "45" });
    const found = await configure({ session: { id } });
    expect(valueAt(found.body as Json, "session.id")).to.equal(id);
    const unknown = await configure({ session: { id: "SESSION0002411702239G42317712I7" } });
    expect([unknown.status, textAt(unknown.body as Json, "error.field")]).to.deep.equal([400, "session.id"]);
  });

  it("wants a session from version 65 on in mode strict, and version 18 at least", async () => {
    expect((await configure({}, MERCHANT, 64)).status).to.equal(200);
    expect((await configure({}, MERCHANT, 65)).status).to.equal(400);
    expect((await configure({}, "TESTLOOSE", 100)).status).to.equal(200);
    expect((await configure({}, MERCHANT, 17)).status).to.equal(400);
  });

  it("is broken and delayed by the rules that name it, once where a sequence says so, and by no others", async () => {
    const id = await madeFor("TESTBUSY");
    expect((await update(id, CARD, "TESTBUSY")).status).to.equal(503);
    expect(await updateStatusOf(id, "TESTBUSY")).to.equal("NO_UPDATE");
    expect((await update(id, CARD, "TESTBUSY")).body).to.include({ status: "ok" });
    expect((await update(await madeFor("TESTBUSY"), CARD, "TESTBUSY")).status, "another form").to.equal(503);

    const lost = await madeFor("TESTLOST");
    expect((await update(lost, CARD, "TESTLOST")).status).to.equal(504);
    expect(await updateStatusOf(lost, "TESTLOST"), "stored all the same").to.equal("SUCCESS");

    const late = await why(await configure({ session: { id: await madeFor("TESTLATE") } }, "TESTLATE"));
    expect(late.scenario?.delayMs).to.equal(20);
    const untouched = await why(await update(await madeFor("TESTPAYS"), CARD, "TESTPAYS"));
    expect(untouched.scenario).to.equal(undefined);
  });

  it("is taken from frames of the sandbox alone", async () => {
    const sent = await request(running.sandbox.url)
      .post(pathOf(MERCHANT, 45))
      .set("Sec-Fetch-Site", "cross-site")
      .send({});
    expect(sent.status).to.equal(403);
  });
});
