import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { textAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { keptClientOf, sessionOf, tokenOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { CARD, pay } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";
import { CARD_PATH, CHIP_OF_CARD, chipOf, p2peOf, payWith, pinOf } from "../support/terminals.ts";
import { answered, refused, summaryOf } from "./played.ts";
import { clientOn, startWith } from "./started.ts";
import type { Started } from "./started.ts";

const OTHER = "4508750015741019";
const withoutFunds: JsonObject = { ...pay(), sourceOfFunds: undefined };

describe("terminals with sessions and tokens", () => {
  let running: Started;
  let client: Client;
  let kept: KeptClient;
  before(async () => {
    running = await startWith({});
    client = clientOn(running);
    kept = keptClientOf(running.sandbox.url, "TESTMERCHANT");
  });
  after(() => running.stop());

  const sessionWith = async (card: JsonObject): Promise<JsonObject> => {
    const { id } = sessionOf(await kept.createSession());
    const { sourceOfFunds } = payWith(card);
    expect((await kept.updateSession(id, { sourceOfFunds })).status).to.equal(200);
    return { id };
  };

  it("pay with what a session holds encrypted", async () => {
    const session = await sessionWith({ p2pe: p2peOf(), pin: pinOf("1234") });
    const response = await client.put({
      order: "p2pe",
      transaction: "1",
      body: { ...withoutFunds, session },
    });
    expect(summaryOf(response)).to.equal("PAYMENT CAPTURED 100/100/0");
    expect(textAt(response.body as JsonObject, `${CARD_PATH}.number`)).to.equal("512345xxxxxx0008");
  });

  it("pay with the chip data of a session", async () => {
    const session = await sessionWith({ emvRequest: chipOf(CHIP_OF_CARD) });
    const response = await client.put({
      order: "chip",
      transaction: "1",
      body: { ...withoutFunds, session },
    });
    expect(summaryOf(response)).to.equal("PAYMENT CAPTURED 100/100/0");
  });

  it("compare the PIN with the card of a token", async () => {
    const token = await tokenWith(OTHER);
    const sourceOfFunds = (pin: string): JsonObject => ({
      token,
      provided: { card: { pin: pinOf(pin, OTHER) } },
    });
    const put = (order: string, pin: string): ReturnType<Client["put"]> =>
      client.put({ order, transaction: "1", body: { ...pay(), sourceOfFunds: sourceOfFunds(pin) } });
    const codes = [await put("right", "1234"), await put("wrong", "9999")];
    expect(codes.map((it) => answered(it).response.gatewayCode)).to.deep.equal([
      "APPROVED",
      "DECLINED_INVALID_PIN",
    ]);
  });

  it("take no encrypted card beside a token of another one", async () => {
    const token = await tokenWith(OTHER);
    const body = { ...pay(), sourceOfFunds: { token, provided: { card: { p2pe: p2peOf() } } } };
    const response = await client.put({ order: "both", transaction: "1", body });
    expect([response.status, refused(response).field]).to.deep.equal([400, `${CARD_PATH}.number`]);
  });

  it("leave nothing of a terminal behind that can be read", async () => {
    const secrets = [CARD.number, textAt(p2peOf(), "payload") ?? "", textAt(pinOf("1234"), "payload") ?? ""];
    const folder = join(running.folder, "data");
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "latin1")),
    );
    for (const secret of secrets) expect(files.join().toUpperCase()).to.not.contain(secret);
  });

  const tokenWith = async (number: string): Promise<string> =>
    tokenOf(
      await kept.createToken({
        sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: CARD.expiry } } },
      }),
    );
});
