import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { authenticate, initiate } from "./calls.ts";

const CARD = "5123450000000008";
const MERCHANT = "TESTDEVICE";

describe("a session's id as password for authentications", () => {
  const running = suiteSandbox();

  const madeSession = async (authenticationLimit = 5): Promise<string> => {
    const kept = keptClientOf(running.sandbox.url, MERCHANT);
    const { id } = sessionOf(await kept.createSession({ session: { authenticationLimit } }));
    await kept.updateSession(id, { order: { currency: "USD" } });
    return id;
  };
  const pathOf = (order: string, merchant = MERCHANT): string =>
    `/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/auth`;
  const send = (order: string, password: string, body: JsonObject, merchant = MERCHANT) =>
    request(running.sandbox.url)
      .put(pathOf(order, merchant))
      .auth(`merchant.${merchant}`, password)
      .set("Origin", "https://shop.example")
      .send(body);
  const withSession = (body: JsonObject, id: string): JsonObject => ({ ...body, session: { id } });

  it("opens both steps with that session, each once counted, and pages of every origin read the answers", async () => {
    const id = await madeSession(2);
    const initiated = await send("steps", id, withSession(initiate(CARD), id));
    expect([initiated.status, initiated.get("Access-Control-Allow-Origin")]).to.deep.equal([201, "*"]);
    expect((await clientOn(running, MERCHANT).why(initiated)).authentication).to.equal("session-accepted");
    expect((await send("steps", id, withSession(authenticate(CARD), id))).status).to.equal(201);
    const late = await send("late", id, withSession(initiate(CARD), id));
    expect([late.status, late.get("Access-Control-Allow-Origin")]).to.deep.equal([401, "*"]);
  });

  it("tells pages that an id is wrong, and which exchange says why, also when it is mistyped", async () => {
    for (const id of ["SESSION0002411702239G42317712I7", "SESSION0002411702239G42317712I", "SESSION-7"]) {
      const refused = await send("mistyped", id, withSession(initiate(CARD), id));
      expect(refused.status, id).to.equal(401);
      expect(refused.get("Access-Control-Allow-Origin"), id).to.equal("*");
      expect(refused.get("Access-Control-Expose-Headers"), id).to.equal("X-Sandbox-Exchange");
    }
  });

  it("is found among the merchant's exchanges when it opens no more", async () => {
    const id = await madeSession(0);
    const refused = await send("found", id, withSession(initiate(CARD), id));
    const { exchanges } = (
      await request(running.sandbox.url).get(`/_sandbox/v1/exchanges?merchant=${MERCHANT}&limit=1`)
    ).body as { readonly exchanges: readonly Exchange[] };
    expect(exchanges.map((it) => [it.id, it.authentication])).to.deep.equal([
      [refused.get("X-Sandbox-Exchange"), "wrong"],
    ]);
  });

  it("says in the exchange why it does not open: it is used up, over, or nobody's", async () => {
    const notesOf = async (id: string): Promise<readonly string[]> => {
      const refused = await send("refused", id, withSession(initiate(CARD), id));
      expect([refused.status, textAt(refused.body as Json, "error.explanation")]).to.deep.equal([
        401,
        "Invalid credentials.",
      ]);
      return (await clientOn(running, MERCHANT).why(refused)).notes;
    };
    const usedUp = await madeSession(1);
    await send("used-up", usedUp, withSession(initiate(CARD), usedUp));
    expect(await notesOf(usedUp)).to.deep.equal([
      "The password is the id of a session that has opened as many requests as its authenticationLimit, 1.",
    ]);
    expect(await notesOf("SESSION0002411702239G42317712I7")).to.deep.equal([
      "The password has the form of a session's id, and merchant TESTDEVICE has no session of this id.",
    ]);
    const old = await madeSession();
    await advance(running.sandbox.url, MERCHANT, "P60D");
    expect(await notesOf(old)).to.deep.equal(["The password is the id of a session that has expired."]);
  });

  it("opens nothing else on an order: no payment, no other session, no reading, no other merchant", async () => {
    const [id, other] = [await madeSession(25), await madeSession()];
    const pay = { ...authenticate(CARD), apiOperation: "PAY", authentication: undefined };
    expect((await send("closed", id, withSession(pay, id))).status).to.equal(401);
    expect((await send("closed", id, withSession(initiate(CARD), other))).status).to.equal(401);
    expect((await send("closed", id, initiate(CARD))).status).to.equal(401);
    expect((await send("closed", id, withSession(initiate(CARD), id), "TESTOTHER")).status).to.equal(401);
    expect((await clientOn(running, MERCHANT).getOrder("closed")).status).to.equal(400);
    const read = await request(running.sandbox.url).get(pathOf("closed")).auth(`merchant.${MERCHANT}`, id);
    expect(read.status).to.equal(401);
  });

  it("lets browsers ask whether they may call, and gives pages no answer to anybody's password", async () => {
    const asked = await request(running.sandbox.url)
      .options(pathOf("asked"))
      .set({ Origin: "https://shop.example", "Access-Control-Request-Method": "PUT" });
    expect(asked.status).to.equal(204);
    expect(asked.get("Access-Control-Allow-Origin")).to.equal("*");
    expect(asked.get("Access-Control-Allow-Methods")).to.equal("PUT");
    expect(asked.get("Access-Control-Allow-Headers")).to.equal("Authorization, Content-Type");
    for (const method of ["GET", "DELETE"]) {
      const refused = await request(running.sandbox.url)
        .options(pathOf("asked"))
        .set({ Origin: "https://shop.example", "Access-Control-Request-Method": method });
      expect([refused.status, refused.get("Access-Control-Allow-Origin")]).to.deep.equal([405, undefined]);
    }
    const byPassword = await send("asked", "sandbox", initiate(CARD));
    expect([byPassword.status, byPassword.get("Access-Control-Allow-Origin")]).to.deep.equal([
      201,
      undefined,
    ]);
  });
});
