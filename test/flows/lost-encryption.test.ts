import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { assessment, cardBalance, cardClientOf, giftCard, information } from "../support/card-requests.ts";
import { keptClientOf, sessionOf, tokenOf } from "../support/kept.ts";
import { authorize, CARD, capture, pay, verify, withValue } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { CARD_PATH, p2peOf, payWith, pinOf } from "../support/terminals.ts";
import { clientOn, suiteSandbox } from "./started.ts";

/** The magic cards of the documentation, and the group whose state each makes INVALID. */
const MAGIC = [
  ["4000000000030504", "p2pe"],
  ["4000000000040503", "pin"],
] as const;

const MERCHANT = "TESTLOST";
const NUMBER = `${CARD_PATH}.number`;
const INVALID = { encryptionState: "INVALID" };

/** What of an answer tells of the loss. */
function toldOf(body: unknown): JsonObject {
  const members = ["result", "response.gatewayCode", "response.acquirerCode", "order.status"];
  const groups = [`${CARD_PATH}.p2pe`, `${CARD_PATH}.pin`];
  return Object.fromEntries([...members, ...groups].map((path) => [path, valueAt(body as JsonObject, path)]));
}

const DECLINED = {
  result: "FAILURE",
  "response.gatewayCode": "DECLINED",
  "response.acquirerCode": "05",
  "order.status": "FAILED",
};

describe("cards whose encryption is lost", () => {
  const running = suiteSandbox();
  const client = clientOn(running, MERCHANT);

  const cards = () => cardClientOf(running.sandbox.url, MERCHANT);

  for (const [number, group] of MAGIC) {
    const other = group === "p2pe" ? "pin" : "p2pe";
    const told = { ...DECLINED, [`${CARD_PATH}.${group}`]: INVALID, [`${CARD_PATH}.${other}`]: undefined };

    it(`are declined for the state of ${group} by the card ${number} alone, in a plain terminal sale`, async () => {
      for (const make of [pay, authorize, verify]) {
        const sale = withValue(withValue(make(), NUMBER, number), "transaction.source", "CARD_PRESENT");
        const answer = await client.put({ order: `${group}-${make.name}`, transaction: "1", body: sale });
        expect(answer.status).to.equal(201);
        expect(toldOf(answer.body)).to.deep.equal(told);
        const { scenario, notes } = await client.why(answer);
        expect(scenario?.decidedBy).to.include({ scenario: "specification", id: `${group}-invalid` });
        expect(notes.join()).to.contain("the encryption table of a scenario file says so");
      }
    });

    it(`say of ${group} what a lost key would, in every version`, async () => {
      const lost =
        group === "p2pe"
          ? { number: CARD.number, expiry: CARD.expiry, p2pe: { ...p2peOf(), payload: "00".repeat(16) } }
          : { number: CARD.number, expiry: CARD.expiry, pin: { ...pinOf("1234"), payload: "00".repeat(8) } };
      for (const version of [13, 60, 100]) {
        const order = `${group}-${version}`;
        const byKey = await client.put({
          order: `${order}-key`,
          transaction: "1",
          body: payWith(lost),
          version,
        });
        const body = withValue(pay(), NUMBER, number);
        const byCard = await client.put({ order: `${order}-card`, transaction: "1", body, version });
        expect([byKey.status, byCard.status]).to.deep.equal([201, 201]);
        expect(toldOf(byCard.body), String(version)).to.deep.equal(toldOf(byKey.body)).and.deep.equal(told);
      }
    });

    it(`bring the state of ${group} from a track, a session and a token as well`, async () => {
      const kept = keptClientOf(running.sandbox.url, MERCHANT);
      const funds = { sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: CARD.expiry } } } };
      const { id } = sessionOf(await kept.createSession());
      await kept.updateSession(id, funds);
      const token = tokenOf(await kept.createToken(funds));
      const bodies = {
        track: payWith({ track2: `${number}=3901201` }),
        session: { ...pay(), sourceOfFunds: undefined, session: { id } } as JsonObject,
        token: { ...pay(), sourceOfFunds: { type: "CARD", token } },
      };
      for (const [way, body] of Object.entries(bodies)) {
        const answer = await client.put({ order: `${group}-${way}`, transaction: "1", body });
        expect(toldOf(answer.body), way).to.deep.equal(told);
      }
    });

    it(`have their balance inquiry declined for the state of ${group}`, async () => {
      const answer = await cards().inquire(cardBalance(number));
      expect(answer.status).to.equal(200);
      expect(toldOf(answer.body)).to.deep.equal({ ...told, "order.status": undefined });
      expect(valueAt(answer.body as JsonObject, "availableBalance")).to.deep.equal({});
      const { scenario, notes } = await client.why(answer);
      expect(scenario?.decidedBy).to.include({ scenario: "specification", id: `inquiry-${group}-invalid` });
      expect(notes.join()).to.contain(`The state of ${group} is INVALID`);
    });

    it(`have their risk assessment rejected for the state of ${group}`, async () => {
      const answer = await cards().assess(`lost-${group}`, withValue(assessment(), NUMBER, number));
      const body = answer.body as JsonObject;
      expect([answer.status, body["result"], textAt(body, "risk.response.gatewayCode")]).to.deep.equal([
        201,
        "FAILURE",
        "REJECTED",
      ]);
      expect(valueAt(body, "risk.response.rule")).to.have.nested.property("[0].id", `risk-${group}-invalid`);
      expect(valueAt(body, `${CARD_PATH}.${group}`)).to.deep.equal(INVALID);
      const told = await cards().assess(`told-${group}`, withValue(information(), NUMBER, number));
      expect((told.body as JsonObject)["result"]).to.equal("SUCCESS");
    });
  }

  it("count in a balance inquiry and a risk assessment also when a terminal sends them", async () => {
    const states: readonly (readonly [string, JsonObject])[] = [
      ["invalid", { ...CARD, p2pe: { ...p2peOf(), encryptionState: "INVALID" } }],
      ["unreadable", { p2pe: { ...p2peOf(), payload: "00".repeat(16) } }],
      ["pin", { ...CARD, pin: { ...pinOf("1234"), encryptionState: "INVALID" } }],
    ];
    for (const [id, card] of states) {
      const inquired = await cards().inquire(withValue(cardBalance(CARD.number), CARD_PATH, card));
      expect(textAt(inquired.body as JsonObject, "response.gatewayCode"), id).to.equal("DECLINED");
      const assessed = await cards().assess(id, withValue(assessment(), CARD_PATH, card));
      expect(textAt(assessed.body as JsonObject, "risk.response.gatewayCode"), id).to.equal("REJECTED");
    }
    const good = withValue(cardBalance(CARD.number), CARD_PATH, { p2pe: p2peOf() });
    expect(textAt((await cards().inquire(good)).body as JsonObject, "response.gatewayCode")).to.equal(
      "BALANCE_UNKNOWN",
    );
  });

  it("are no gift cards: the number of one says nothing of a terminal", async () => {
    const answer = await cards().inquire(giftCard("4000000000030504"));
    expect(textAt(answer.body as JsonObject, "response.gatewayCode")).to.equal("BALANCE_UNKNOWN");
  });

  it("leave nothing behind: the next try on the order, with another card, is as any other", async () => {
    const put = (transaction: string, body: JsonObject): ReturnType<Client["put"]> =>
      client.put({ order: "tried-again", transaction, body });
    await put("1", withValue(authorize(), NUMBER, "4000000000030504"));
    const second = await put("2", authorize());
    const captured = await put("3", capture("10.00"));
    expect(
      [second, captured].map(({ body }) => valueAt(body as JsonObject, `${CARD_PATH}.p2pe`)),
    ).to.deep.equal([undefined, undefined]);
    const declined = await client.getTransaction("tried-again", "1");
    expect(valueAt(declined.body as JsonObject, `${CARD_PATH}.p2pe`)).to.deep.equal(INVALID);
  });

  it("cost a payment in the clear no question: the exchange names no rule that was asked", async () => {
    const answer = await client.put({ order: "plain", transaction: "1", body: pay() });
    expect((await client.why(answer)).scenario?.tried).to.deep.equal([]);
  });
});
