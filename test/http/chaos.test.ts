import { expect } from "chai";
import request from "supertest";
import type { Response, Test } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { CHAOS_PREFIX } from "../../server/gateway/answers/made-up/chaos.ts";
import { suiteSandbox } from "../flows/started.ts";
import { expectValidAnswer, unsortedIn } from "../support/answers.ts";
import type { AnswerKind } from "../support/answers.ts";
import { pay } from "../support/requests.ts";
import { withoutChaos } from "../support/without-chaos.ts";

const HEADER = "X-MC-Chaotic-Response";
const TOLD = /^x-mc-chaotic-response-[0-9a-f]{12}$/;

describe("the header X-MC-Chaotic-Response", () => {
  const running = suiteSandbox({
    merchants: { TESTSHOP: {}, SHOP: {} },
    scenario: { rules: [{ id: "later", when: { orderPrefix: "later" }, extra: "chaos" }] },
  });

  const put = (order: string, merchant = "TESTSHOP", body: JsonObject = pay()): Test =>
    request(running.sandbox.url)
      .put(pathOf(order, merchant))
      .auth(`merchant.${merchant}`, "sandbox")
      .send(body);
  const get = (order: string): Test =>
    request(running.sandbox.url).get(pathOf(order)).auth("merchant.TESTSHOP", "sandbox");
  const pathOf = (order: string, merchant = "TESTSHOP"): string =>
    `/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/1`;
  const toldBy = (response: Response): readonly string[] =>
    Object.keys(response.headers as object).filter((name) => TOLD.test(name));
  const whyOf = async (response: Response): Promise<Exchange> => {
    const id = response.get("X-Sandbox-Exchange") ?? "";
    return (await request(running.sandbox.url).get(`/_sandbox/v1/exchanges/${id}`)).body as Exchange;
  };

  const expectChaos = (response: Response, kind: AnswerKind = "transaction"): void => {
    const body = response.body as JsonObject;
    expect(Object.keys(body).some((name) => name.startsWith(CHAOS_PREFIX))).to.equal(true);
    expectValidAnswer(withoutChaos(body), kind, 100);
  };

  for (const value of ["", "anything", "false"]) {
    it(`brings unknown members and another order, whatever its value is: '${value}'`, async () => {
      const response = await put(`order-${value}`).set(HEADER, value);
      expect(response.status).to.equal(201);
      expectChaos(response);
      expect(unsortedIn(response.body, "$")).to.not.be.empty;
      expect(toldBy(response)).to.have.length(1);
      expect(toldBy(response)[0]).to.contain((response.get("X-Sandbox-Exchange") ?? "").slice(-12));
    });
  }

  it("is noted in the exchange, which shows the answer as it was sent", async () => {
    const response = await put("noted").set(HEADER, "");
    const exchange = await whyOf(response);
    expect(exchange.notes.join()).to.contain(HEADER);
    expect(exchange.answer.body).to.deep.equal(response.body);
  });

  it("leaves what is stored as it is: the same request without it gets the plain answer", async () => {
    const chaotic = await put("stored").set(HEADER, "");
    const again = await put("stored");
    expect(again.status).to.equal(200);
    expectValidAnswer(again.body, "transaction", 100);
    expect(toldBy(again)).to.deep.equal([]);
    expect(withoutChaos(chaotic.body as JsonObject)).to.deep.equal(again.body);
    expect((await get("stored")).body).to.deep.equal(again.body);
  });

  it("brings the same chaos to the same request, byte for byte", async () => {
    const first = await put("same").set(HEADER, "");
    const again = await put("same").set(HEADER, "");
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
  });

  it("works for refusals and what is read back as well", async () => {
    const refused = await put("refused", "TESTSHOP", {}).set(HEADER, "");
    expect(refused.status).to.equal(400);
    expectChaos(refused, "error");
    await put("read");
    expectChaos(await get("read").set(HEADER, ""));
  });

  it("has no effect before the caller is known, and for merchants that are no test merchants", async () => {
    const unknown = await put("unknown").auth("merchant.TESTSHOP", "wrong").set(HEADER, "");
    expectValidAnswer(unknown.body, "error", 100);
    expect(toldBy(unknown)).to.deep.equal([]);
    const real = await put("real", "SHOP").set(HEADER, "");
    expectValidAnswer(real.body, "transaction", 100);
    expect(toldBy(real)).to.deep.equal([]);
    expect((await whyOf(real)).notes).to.include(
      `${HEADER} has no effect: it is only for merchants whose id begins with TEST.`,
    );
  });

  it("has the like in scenarios: extra: chaos, also when the same request comes again", async () => {
    const first = await put("later-1");
    expectChaos(first);
    expect(toldBy(first)).to.deep.equal([]);
    expect((await whyOf(first)).scenario?.chaos).to.equal(true);
    const again = await put("later-1");
    expect([again.status, again.text]).to.deep.equal([200, first.text]);
    expectChaos(await put("later-1").set(HEADER, ""));
  });
});
