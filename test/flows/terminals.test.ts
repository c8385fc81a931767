import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { parseEmv } from "../../server/terminal/emv.ts";
import { authorize, capture, CARD, refund, verify, voidOf } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import {
  CARD_PATH,
  CHIP_OF_CARD,
  CHIP_TAGS,
  chipOf,
  p2peOf,
  payWith,
  pinOf,
  READ_CARD,
} from "../support/terminals.ts";
import { keysOf, KSN } from "../terminal/terminal.ts";
import { encryptCard } from "../../server/cli/encrypt-card/encrypt.ts";
import { answered, summaryOf } from "./played.ts";
import { LOST, NOTED, OTHER_KEY, OWN_PIN, PINS, READABLE } from "./terminal-cases.ts";
import { clientOn, startWith, suiteSandbox } from "./started.ts";

const MASKED = "512345xxxxxx0008";
const { number, expiry } = CARD;

describe("terminals", () => {
  const running = suiteSandbox({ scenario: { tables: { pin: { [OWN_PIN.number]: OWN_PIN.pin } } } });
  const client = clientOn(running);
  let orders = 0;

  const sent = async (body: JsonObject, version = 100): ReturnType<Client["put"]> => {
    orders += 1;
    const response = await client.put({ order: `terminal-${orders}`, transaction: "1", body, version });
    expect(response.status, JSON.stringify(response.body)).to.equal(201);
    return response;
  };
  const codeOf = async (card: Json): Promise<string> =>
    answered(await sent(payWith(card))).response.gatewayCode;

  for (const [name, card, version = 100] of READABLE) {
    it(`pay with ${name} (version ${version})`, async () => {
      const response = await sent(payWith(card), version);
      expect(summaryOf(response)).to.equal("PAYMENT CAPTURED 100/100/0");
      expect(textAt(response.body as JsonObject, `${CARD_PATH}.number`)).to.equal(MASKED);
      expect(valueAt(response.body as JsonObject, `${CARD_PATH}.expiry`)).to.deep.equal({
        month: "1",
        year: "39",
      });
    });
  }

  for (const [name, card, group, isUnread] of LOST) {
    it(`have a card declined ${name}`, async () => {
      const response = await sent(payWith(card));
      const { result, order } = answered(response);
      expect([result, order.status, answered(response).response.gatewayCode]).to.deep.equal([
        "FAILURE",
        "FAILED",
        "DECLINED",
      ]);
      const { scenario, notes } = await client.why(response);
      expect(scenario?.decidedBy).to.deep.equal({
        kind: "rule",
        scenario: "specification",
        id: `${group}-invalid`,
      });
      const state = `${CARD_PATH}.${group}.encryptionState`;
      expect(textAt(response.body as JsonObject, state)).to.equal("INVALID");
      expect(notes.filter((note) => note.includes("SANDBOX_TERMINAL_KEY"))).to.have.length(isUnread ? 1 : 0);
    });
  }

  for (const [name, card, code] of PINS) {
    it(`answer ${code} to ${name}`, async () => {
      expect(await codeOf(card)).to.equal(code);
    });
  }

  it("tell in the exchange which PIN was the right one to compare with, and no card number", async () => {
    const response = await sent(
      payWith({ number: OWN_PIN.number, expiry, pin: pinOf("1234", OWN_PIN.number) }),
    );
    const decidedBy = { kind: "table", scenario: "given", table: "pin", key: "450875xxxxxx1019" };
    expect((await client.why(response)).scenario?.decidedBy).to.deep.equal(decidedBy);
  });

  it("fill what only the chip says, and get back of the chip's data what says nothing of the card", async () => {
    const emvRequest = chipOf({ ...CHIP_OF_CARD, "9F7C": Buffer.from(number).toString("hex") });
    const { body } = (await sent(payWith({ emvRequest }))) as { readonly body: JsonObject };
    const card = valueAt(body, CARD_PATH) as JsonObject;
    expect(card).to.include({ nameOnCard: "DOE/JANE", number: MASKED, sequenceNumber: "01" });
    const reading = parseEmv(textAt(card, "emvRequest") ?? "");
    const tags = reading.fault === undefined ? reading.elements.map(({ tag }) => tag) : [];
    expect(tags).to.have.members([...Object.keys(CHIP_TAGS), "5F34"]);
  });

  it("get nothing back of chip data that is all about the card", async () => {
    const { body } = (await sent(payWith({ emvRequest: chipOf({ "57": CHIP_OF_CARD["57"] }) }))) as {
      readonly body: JsonObject;
    };
    expect(valueAt(body, CARD_PATH)).to.include({ number: MASKED }).and.to.not.have.property("emvRequest");
  });

  it("hold explicit members against nothing that the chip says", async () => {
    const card = {
      number: OWN_PIN.number,
      expiry: { month: "05", year: "38" },
      nameOnCard: "Ada",
      emvRequest: chipOf(CHIP_OF_CARD),
    };
    const { body } = (await sent(payWith(card))) as { readonly body: JsonObject };
    const told = { nameOnCard: "Ada", number: "450875xxxxxx1019" };
    expect(valueAt(body, CARD_PATH)).to.deep.include({ ...told, expiry: { month: "5", year: "38" } });
  });

  it("know an encrypted card again that was verified in the clear", async () => {
    const put = (transaction: string, body: JsonObject): ReturnType<Client["put"]> =>
      client.put({ order: "verified", transaction, body });
    expect(summaryOf(await put("1", verify()))).to.equal("VERIFICATION VERIFIED 0/0/0");
    const refused = await put("2", payWith({ p2pe: p2peOf({ number: OWN_PIN.number, expiry }) }));
    expect([refused.status, (await client.why(refused)).rules?.refusedBy?.rule]).to.deep.equal([
      400,
      "card-is-verified-one",
    ]);
    expect(summaryOf(await put("3", payWith({ p2pe: p2peOf() })))).to.equal("PAYMENT CAPTURED 100/100/0");
  });

  it("follow up a payment, and void at the terminal", async () => {
    const put = (transaction: string, body: JsonObject, version = 100): ReturnType<Client["put"]> =>
      client.put({ order: "followed-up", transaction, body, version });
    await put("1", payWith({ p2pe: p2peOf() }, authorize()));
    expect(summaryOf(await put("2", capture("40.00")))).to.equal("CAPTURE PARTIALLY_CAPTURED 100/40/0");
    expect(summaryOf(await put("3", refund("40.00")))).to.equal("REFUND REFUNDED 100/40/40");
    expect(summaryOf(await put("4", voidOf("3")))).to.equal("VOID_REFUND PARTIALLY_CAPTURED 100/40/0");
    const card = { emvRequest: chipOf(CHIP_TAGS), p2pe: { ...p2peOf(), cardBin: "5123" } };
    expect(summaryOf(await put("5", payWith(card, voidOf("2")), 44))).to.equal(
      "VOID_CAPTURE AUTHORIZED 100/0/0",
    );
    const declined = await put(
      "6",
      payWith({ p2pe: { ...p2peOf(), encryptionState: "INVALID" } }, voidOf("1")),
      44,
    );
    expect(summaryOf(declined)).to.equal("FAILURE VOID_AUTHORIZATION AUTHORIZED 100/0/0");
  });

  it("pay by the scenario's rules for the number that was encrypted", async () => {
    const ruled = await startWith({
      scenario: {
        rules: [{ id: "by-number", when: { card: OWN_PIN.number, p2pe: "VALID" }, outcome: "BLOCKED" }],
      },
    });
    const body = payWith({ p2pe: p2peOf({ number: OWN_PIN.number, expiry }) });
    const response = await clientOn(ruled).put({ order: "o", transaction: "1", body });
    expect(answered(response).response.gatewayCode).to.equal("BLOCKED");
    await ruled.stop();
  });

  it("encrypt under the key that the settings say", async () => {
    const keyed = await startWith({ environment: { SANDBOX_TERMINAL_KEY: OTHER_KEY } });
    const payload = encryptCard(READ_CARD, keysOf(KSN, OTHER_KEY));
    const put = (order: string, p2pe: JsonObject): ReturnType<Client["put"]> =>
      clientOn(keyed).put({ order, transaction: "1", body: payWith({ p2pe }) });
    const codes = [await put("1", { ...p2peOf(), payload }), await put("2", p2peOf())];
    expect(codes.map((it) => answered(it).response.gatewayCode)).to.deep.equal(["APPROVED", "DECLINED"]);
    await keyed.stop();
  });

  for (const [name, body, says] of NOTED) {
    it(`have it noted: ${name}`, async () => {
      expect((await client.why(await sent(body))).notes.join(" ")).to.contain(says);
    });
  }

  it("have nothing noted when everything is said", async () => {
    const posTerminal = { attended: "ATTENDED", onlineReasonCode: "OVER_FLOOR_LIMIT" };
    const body = {
      ...payWith({ emvRequest: chipOf(CHIP_OF_CARD) }),
      posTerminal,
      transaction: { source: "CARD_PRESENT" },
    };
    const response = await sent(body);
    expect((await client.why(response)).notes).to.deep.equal([]);
    expect(valueAt(response.body as JsonObject, "posTerminal")).to.deep.equal(posTerminal);
  });

  it("leave no number, PIN, track or ciphertext behind", async () => {
    const [p2pe, pin] = [p2peOf(), pinOf("1234")];
    const response = await sent(payWith({ emvRequest: chipOf(CHIP_OF_CARD), p2pe, pin }));
    const folder = join(running.folder, "data");
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "latin1")),
    );
    const kept = [...files, JSON.stringify(await client.why(response)), response.text, running.logged()].join(
      "\n",
    );
    const secrets = [
      number,
      CHIP_OF_CARD["57"],
      CHIP_OF_CARD["5F20"],
      textAt(p2pe, "payload") ?? "",
      textAt(pin, "payload") ?? "",
    ];
    for (const secret of secrets) expect(kept.toUpperCase()).to.not.contain(secret);
    expect(kept).to.contain(MASKED);
  });
});
