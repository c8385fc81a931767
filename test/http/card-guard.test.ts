import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { begin, CARD_FORM, checkoutOf, hostedPageOf, sessionIdOf } from "../browser/checkout-client.ts";
import { startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";

/** It passes the Luhn check and is in no list, so that somebody may have it. */
const FOREIGN = "4539578763621486";
/** The same with 19 digits. */
const LONG = "4539578763621486008";
/** The same, and the merchant says that it is a test card. */
const OWN = "5100000000001238";
/** The same, and a scenario file names it. */
const NAMED = "4539578763621494";

const NUMBER = "sourceOfFunds.provided.card.number";
const start = (environment: Readonly<Record<string, string>>): Promise<Started> =>
  startWith({
    merchants: { SHOP: { testCards: [OWN], cardNumbersInIds: "accept" } },
    scenario: { rules: [{ id: "named", when: { card: NAMED }, outcome: "DECLINED" }] },
    environment,
  });
const metricsOf = async ({ sandbox }: Started): Promise<string> =>
  (await request(sandbox.url).get("/metrics")).text;
const errorOf = ({ body }: Response): Readonly<Record<string, string>> =>
  (body as { readonly error: Readonly<Record<string, string>> }).error;

describe("the card guard, told to refuse", () => {
  let running: Started;
  let url = "";
  let orders = 0;
  before(async () => {
    running = await start({ SANDBOX_CARD_GUARD: "refuse" });
    ({ url } = running.sandbox);
  });
  after(() => running.stop());

  const send = (body: JsonObject, order = `order-${(orders += 1)}`): Promise<Response> =>
    clientOf(url, "SHOP").put({ order, transaction: "1", body });
  const expectRefused = (response: Response, words: string, field: string | undefined): void => {
    expect(response.status, response.text).to.equal(400);
    expect(errorOf(response)["cause"]).to.equal("INVALID_REQUEST");
    expect(errorOf(response)["field"]).to.equal(field);
    expect(errorOf(response)["explanation"]).to.equal(
      `A card number in ${words} is not a published test number, and the sandbox refuses all others ` +
        "(SANDBOX_CARD_GUARD=refuse). Pay with a test card, or name the number in testCards of the merchant",
    );
  };

  const MEMBERS: readonly (readonly [what: string, member: string, value: string])[] = [
    ["the card", NUMBER, FOREIGN],
    ["free text", "order.description", `card ${FOREIGN}`],
    ["groups", "order.reference", "4539-5787-6362-1486"],
    ["an unknown member", "order.remark", FOREIGN],
    ["escapes", "order.description", "%34539578763621486"],
  ];
  for (const [what, member, value] of MEMBERS) {
    it(`refuses one in a member: ${what}`, async () => {
      expectRefused(await send(withValue(pay(), member, value)), `the member ${member}`, member);
    });
  }

  it("names the place in a list, and never repeats a number that is a member's name", async () => {
    const listed = { ...pay(), risk: [{ note: "none" }, { note: FOREIGN }] };
    expectRefused(await send(listed), "the member risk[1].note", "risk[1].note");
    expectRefused(await send({ ...pay(), [FOREIGN]: FOREIGN }), "the body", undefined);
  });

  it("refuses one that is a JSON number of more digits than such numbers keep", async () => {
    const body = JSON.stringify({ ...pay(), risk: 0 }).replace(/"risk":0/, `"risk":${LONG}`);
    const response = await request(url)
      .put("/api/rest/version/100/merchant/SHOP/order/long/transaction/1")
      .auth("merchant.SHOP", "sandbox")
      .type("application/json")
      .send(body);
    expectRefused(response, "the body", undefined);
  });

  it("refuses one in a body that is no JSON, in the URL and in a header", async () => {
    const put = (order: string, query = "") =>
      request(url)
        .put(`/api/rest/version/100/merchant/SHOP/order/${order}/transaction/1${query}`)
        .auth("merchant.SHOP", "sandbox");
    const json = "application/json";
    expectRefused(await put("a").type(json).send(`{"number": ${FOREIGN}`), "the body", undefined);
    expectRefused(await put(`a-${FOREIGN}`).send(pay()), "the URL", undefined);
    expectRefused(await put("a", `?card=${FOREIGN}`).send(pay()), "the URL", undefined);
    const header = await put("a").set("X-Customer-Card", FOREIGN).send(pay());
    expectRefused(header, "the header x-customer-card", undefined);
  });

  it("refuses one in a session, in the fields of a page, and in a token", async () => {
    const kept = keptClientOf(url, "SHOP");
    const funds = { sourceOfFunds: { type: "CARD", provided: { card: { number: FOREIGN } } } };
    const session = sessionOf(await kept.createSession({}));
    expectRefused(await kept.updateSession(session.id, funds), `the member ${NUMBER}`, NUMBER);
    expectRefused(await kept.createToken(funds), `the member ${NUMBER}`, NUMBER);
    const field = await request(url)
      .put(`/form/version/100/merchant/SHOP/session/${session.id}`)
      .send({ card: { number: FOREIGN } });
    expectRefused(field, "the member card.number", "card.number");
  });

  it("refuses one on the payment page, says so at its field, and does not keep it there", async () => {
    const session = sessionIdOf(await begin(url, checkoutOf("page"), { merchant: "SHOP" }));
    const page = hostedPageOf(url, session);
    const refused = await page.submit({ ...CARD_FORM, number: FOREIGN });
    expect(refused.status).to.equal(400);
    expect(refused.text).to.contain("is not a published test number").and.not.to.contain("sealedNumber");
    const acted = await request(url)
      .post(`/_sandbox/v1/merchants/SHOP/checkouts/${session}`)
      .send({ action: "pay", card: { number: FOREIGN, expiry: { month: "01", year: "39" } } });
    expect(acted.status, "a payer without a browser").to.equal(409);
    expect(acted.text).to.contain("is not a published test number");
    expect((await page.submit(CARD_FORM)).status).to.equal(303);
  });

  const TEST_CARDS: readonly (readonly [what: string, number: string])[] = [
    ["is published", "4111111111111111"],
    ["is in a published range", "4000000000000010"],
    ["the merchant names", OWN],
    ["a scenario file names", NAMED],
    ["fails the Luhn check", "4539578763621487"],
  ];
  for (const [what, number] of TEST_CARDS) {
    it(`accepts a number that ${what}`, async () => {
      const response = await send(withValue(pay(), NUMBER, number));
      expect(response.status, response.text).to.equal(201);
    });
  }

  it("does not work for strangers", async () => {
    const body = withValue(pay(), NUMBER, FOREIGN);
    const response = await clientOf(url, "SHOP", "wrong").put({ order: "x", transaction: "1", body });
    expect(response.status).to.equal(401);
  });

  it("keeps nothing of the number, and counts it", async () => {
    const response = await send(withValue(pay(), NUMBER, FOREIGN), "counted");
    const exchange = await clientOf(url, "SHOP").why(response);
    expect(exchange.refusal).to.include({ reason: "not-permitted" });
    expect(exchange.request.body).to.equal(undefined);
    const traffic = await request(url).get("/_sandbox/v1/merchants/SHOP/exchanges");
    expect(traffic.text + running.logged()).not.to.contain(FOREIGN);
    const counted = /^sandbox_foreign_cards_total\{mode="refuse"\} (\d+)$/m.exec(await metricsOf(running));
    expect(Number(counted?.[1])).to.be.greaterThan(0);
  });
});

describe("the card guard by default", () => {
  const paid = async (running: Started): Promise<Response> => {
    const body = withValue(pay(), NUMBER, FOREIGN);
    const url = running.sandbox.url.replace("0.0.0.0", "127.0.0.1");
    return clientOf(url, "SHOP").put({ order: "paid", transaction: "1", body });
  };
  const warnings = (running: Started): readonly string[] =>
    running
      .logged()
      .split("\n")
      .filter((line) => line.includes("foreign-card"));

  it("warns once per merchant where only this machine reaches the sandbox", async () => {
    const running = await start({});
    expect((await paid(running)).status).to.equal(201);
    expect((await paid(running)).status).to.equal(200);
    expect(warnings(running).map((line) => JSON.parse(line) as unknown)).to.deep.equal([
      {
        level: "warn",
        event: "foreign-card",
        merchant: "SHOP",
        place: `the member ${NUMBER}`,
        cards: "accepted",
        setting: "SANDBOX_CARD_GUARD=warn",
      },
    ]);
    expect(await metricsOf(running)).to.contain('sandbox_foreign_cards_total{mode="warn"} 2');
    await running.stop();
  });

  it("refuses beyond loopback, unless it is off", async () => {
    const open = await start({ SANDBOX_HOST: "0.0.0.0" });
    expect((await paid(open)).status).to.equal(400);
    await open.stop();
    const off = await start({ SANDBOX_HOST: "0.0.0.0", SANDBOX_CARD_GUARD: "off" });
    expect((await paid(off)).status).to.equal(201);
    expect(warnings(off)).to.deep.equal([]);
    await off.stop();
  });
});
