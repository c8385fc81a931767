import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { parseEmv } from "../../server/terminal/emv.ts";
import { authorize, capture, CARD, pay, refund, verify, voidOf, withValue } from "../support/requests.ts";
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
import { encryptCard, encryptText } from "../../scripts/terminal/encrypt.ts";
import { answered, summaryOf } from "./played.ts";
import { clientOn, startWith } from "./started.ts";
import type { Started } from "./started.ts";

const OTHER_KEY = "FEDCBA98765432100123456789ABCDEF";
const MASKED = "512345xxxxxx0008";
const { number, expiry } = CARD;

describe("terminals", () => {
  let running: Started;
  let client: Client;
  let orders = 0;
  before(async () => {
    running = await startWith({ scenario: { tables: { pin: { "4508750015741019": "987654" } } } });
    client = clientOn(running);
  });
  after(() => running.stop());

  const sent = async (body: JsonObject, version = 100): ReturnType<Client["put"]> => {
    orders += 1;
    const response = await client.put({ order: `terminal-${orders}`, transaction: "1", body, version });
    expect(response.status, JSON.stringify(response.body)).to.equal(201);
    return response;
  };
  const codeOf = async (card: Json): Promise<string> =>
    answered(await sent(payWith(card))).response.gatewayCode;

  const cards: readonly (readonly [string, JsonObject, version?: number])[] = [
    ["an encrypted number and expiry", { p2pe: p2peOf() }],
    ["an encrypted number and expiry", { p2pe: p2peOf() }, 13],
    ["an encrypted number and expiry", { p2pe: p2peOf() }, 60],
    [
      "an encrypted number beside an explicit expiry",
      { p2pe: p2peOf({ ...READ_CARD, expiry: undefined }), expiry },
    ],
    [
      "an encrypted number and the same in the clear",
      { p2pe: { ...p2peOf(), encryptionState: "VALID" }, number },
    ],
    ["an encrypted number and its start", { p2pe: { ...p2peOf(), cardBin: "512345" } }],
    [
      "what another transaction of the terminal encrypted",
      { p2pe: p2peOf(READ_CARD, "FFFF9876543210E00007") },
    ],
    ["a serial number with a filler", { p2pe: { ...p2peOf(), keySerialNumber: `FFFF${KSN}` } }],
    [
      "an encrypted track",
      { p2pe: { ...p2peOf(), payload: encryptText(`;${number}=39011015432?`, keysOf(KSN)) } },
    ],
    ["a chip's data alone", { emvRequest: chipOf(CHIP_OF_CARD) }],
    ["a chip's track alone", { emvRequest: chipOf({ "57": CHIP_OF_CARD["57"], ...CHIP_TAGS }) }],
    ["a chip's data beside a number", { number, expiry, emvRequest: chipOf(CHIP_TAGS) }],
    ["track 2", { track2: `;${number}=39012010000000000000?` }],
    ["track 2 with its check character", { track2: `;${number}=39012010000000000000?<` }],
    ["track 2 without sentinels", { track2: `${number}=39012010000000000000` }],
    ["a track 2 without an expiry, beside an explicit one", { track2: `;${number}==2010000?`, expiry }],
    ["track 1", { track1: `%B${number}^DOE/JANE^39012010000000000000?` }],
    ["track 1 with its check character", { track1: `%B${number}^DOE/JANE^39012010000000000000?Q` }],
    ["both tracks", { track1: `B${number}^DOE/JANE^3901201`, track2: `${number}=3901201` }],
  ];
  for (const [name, card, version = 100] of cards) {
    it(`pay with ${name} (version ${version})`, async () => {
      const response = await sent(
        payWith(card), version,
      );
      expect(summaryOf(response)).to.equal("PAYMENT CAPTURED 100/100/0");
      expect(textAt(response.body as JsonObject, `${CARD_PATH}.number`)).to.equal(MASKED);
      expect(valueAt(response.body as JsonObject, `${CARD_PATH}.expiry`)).to.deep.equal({
        month: "1",
        year: "39",
      });
    });
  }

  const lost: readonly (readonly [string, JsonObject, rule: string])[] = [
    [
      "encrypted under another key",
      { p2pe: { ...p2peOf(), payload: encryptCard(READ_CARD, keysOf(KSN, OTHER_KEY)) } },
      "p2pe.payload",
    ],
    [
      "with another serial number",
      { p2pe: { ...p2peOf(), keySerialNumber: "FFFF9876543210E00009" } },
      "p2pe.payload",
    ],
    [
      "that holds no card",
      { p2pe: { ...p2peOf(), payload: encryptText("no card at all", keysOf(KSN)) } },
      "p2pe.payload",
    ],
    [
      "of another key, beside a number in the clear",
      { number, expiry, p2pe: { ...p2peOf(), payload: "00".repeat(16) } },
      "p2pe.payload",
    ],
    [
      "that the terminal calls INVALID",
      { p2pe: { ...p2peOf(), encryptionState: "INVALID" } },
      "p2pe.encryptionState",
    ],
    [
      "and a PIN that the terminal calls INVALID",
      { number, expiry, pin: { ...pinOf("1234"), encryptionState: "INVALID" } },
      "pin.encryptionState",
    ],
    [
      "and a PIN of another key",
      { number, expiry, pin: { ...pinOf("1234"), keySerialNumber: "FFFF9876543210E00009" } },
      "pin.payload",
    ],
    [
      "and a PIN in a block of AES",
      { number, expiry, pin: { payload: "00".repeat(16), keySetId: "ABCDEF" } },
      "pin.payload",
    ],
  ];
  for (const [name, card, rule] of lost) {
    it(`have a card declined ${name}`, async () => {
      const response = await sent(payWith(card));
      const { result, order } = answered(response);
      expect([result, order.status, answered(response).response.gatewayCode]).to.deep.equal([
        "FAILURE",
        "FAILED",
        "DECLINED",
      ]);
      const { scenario, notes } = await client.why(response);
      expect(scenario?.decidedBy).to.deep.equal({ kind: "interface", rule });
      const isUnread = rule.endsWith("payload");
      expect(notes.filter((note) => note.includes("SANDBOX_TERMINAL_KEY"))).to.have.length(isUnread ? 1 : 0);
    });
  }

  const own = "4508750015741019";
  const pins: readonly (readonly [string, JsonObject, code: string])[] = [
    ["the usual PIN", { number, expiry, pin: pinOf("1234") }, "APPROVED"],
    ["the usual PIN in format 1", { number, expiry, pin: pinOf("1234", number, 1) }, "APPROVED"],
    ["the usual PIN in format 3", { number, expiry, pin: pinOf("1234", number, 3) }, "APPROVED"],
    ["the usual PIN of an encrypted card", { p2pe: p2peOf(), pin: pinOf("1234") }, "APPROVED"],
    ["the usual PIN of a chip card", { emvRequest: chipOf(CHIP_OF_CARD), pin: pinOf("1234") }, "APPROVED"],
    ["the usual PIN of a track", { track2: `${number}=3901201`, pin: pinOf("1234") }, "APPROVED"],
    ["another PIN", { number, expiry, pin: pinOf("4321") }, "DECLINED_INVALID_PIN"],
    ["a longer PIN", { number, expiry, pin: pinOf("12345") }, "DECLINED_INVALID_PIN"],
    ["another PIN of an encrypted card", { p2pe: p2peOf(), pin: pinOf("4321") }, "DECLINED_INVALID_PIN"],
    ["the PIN of a card of the table", { number: own, expiry, pin: pinOf("987654", own) }, "APPROVED"],
    [
      "the usual PIN of a card of the table",
      { number: own, expiry, pin: pinOf("1234", own) },
      "DECLINED_INVALID_PIN",
    ],
  ];
  for (const [name, card, code] of pins) {
    it(`answer ${code} to ${name}`, async () => {
      expect(await codeOf(card)).to.equal(code);
    });
  }

  it("tell in the exchange which PIN was the right one to compare with, and no card number", async () => {
    const response = await sent(payWith({ number: own, expiry, pin: pinOf("1234", own) }));
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
      number: own,
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
    const refused = await put("2", payWith({ p2pe: p2peOf({ number: own, expiry }) }));
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
      scenario: { rules: [{ id: "by-number", when: { card: own, p2pe: "VALID" }, outcome: "BLOCKED" }] },
    });
    const body = payWith({ p2pe: p2peOf({ number: own, expiry }) });
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

  const noted: readonly (readonly [string, JsonObject, says: string])[] = [
    [
      "chip data without what acquirers ask for",
      payWith({ emvRequest: chipOf(CHIP_OF_CARD) }),
      "Chip data came without posTerminal.attended and posTerminal.onlineReasonCode",
    ],
    [
      "chip data of an attended terminal",
      { ...payWith({ emvRequest: chipOf(CHIP_OF_CARD) }), posTerminal: { attended: "ATTENDED" } },
      "Chip data came without posTerminal.onlineReasonCode,",
    ],
    [
      "a card that was present without the source saying so",
      payWith({ track2: `${number}=3901201` }),
      "The card was present, as track2 came, but transaction.source is not given.",
    ],
    [
      "a card that was present, and another source",
      { ...payWith({ p2pe: p2peOf() }), transaction: { source: "INTERNET" } },
      "The card was present, as p2pe came, but transaction.source is INTERNET.",
    ],
  ];
  for (const [name, body, says] of noted) {
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
    const secrets = [number, CHIP_OF_CARD["57"], CHIP_OF_CARD["5F20"], p2pe["payload"], pin["payload"]];
    for (const secret of secrets) expect(kept.toUpperCase()).to.not.contain(String(secret));
    expect(kept).to.contain(MASKED);
  });
});
