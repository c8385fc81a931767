import { expect } from "chai";
import { encryptCardCommand } from "../../server/cli/encrypt-card/command.ts";
import { isTestCard } from "../../server/cli/encrypt-card/test-cards.ts";
import { UsageError } from "../../server/cli/kernel/command.ts";
import { TEST_BASE_KEY } from "../../server/terminal/dukpt.ts";
import { decryptCard } from "../../server/terminal/p2pe.ts";
import { decryptPin } from "../../server/terminal/pin.ts";
import { runCommand } from "../cli/running-command.ts";
import type { Done } from "../cli/running-command.ts";

const NUMBER = "5123450000000008";

interface Printed {
  readonly sourceOfFunds: {
    readonly provided: { readonly card: Readonly<Record<"p2pe" | "pin", Encrypted>> };
  };
}

interface Encrypted {
  readonly payload: string;
  readonly keySerialNumber: string;
}

const run = (...args: readonly string[]): Promise<Done> => runCommand(encryptCardCommand, args);

describe("encrypt-card", () => {
  it("prints the members of a request that the sandbox can decrypt", async () => {
    const { exit, printed, told } = await run("--number", NUMBER, "--expiry", "01/39", "--pin", "1234");
    const { p2pe, pin } = (JSON.parse(printed) as Printed).sourceOfFunds.provided.card;
    const card = decryptCard({ ...p2pe, initializationVector: undefined }, TEST_BASE_KEY);
    expect(card).to.deep.equal({ number: NUMBER, expiry: { month: "01", year: "39" } });
    expect(decryptPin({ ...pin, cardNumber: NUMBER }, TEST_BASE_KEY)).to.deep.equal({
      format: 0,
      pin: "1234",
    });
    expect(p2pe).to.include({ keySerialNumber: "FFFF9876543210E00001", cardBin: "512345" });
    expect([exit, told]).to.deep.equal([0, ""]);
  });

  it("warns of a card that may be somebody's, and encrypts it all the same", async () => {
    const { printed, told } = await run("--number", "4000123412341234");
    expect(told).to.contain("may be a real card").and.not.contain("4000123412341234");
    expect(JSON.parse(printed)).to.have.nested.property("sourceOfFunds.provided.card.p2pe.payload");
  });

  const wrong = [
    ["--number is missing", []],
    ["--number must be", ["--number", "51234500"]],
    ["--number must be", ["--number", "5123 4500 0000 0008"]],
    ["--expiry must be", ["--number", NUMBER, "--expiry", "13/39"]],
    ["--expiry must be", ["--number", NUMBER, "--expiry", "2039-01"]],
    ["--pin must be", ["--number", NUMBER, "--pin", "123"]],
    ["--pin-format must be", ["--number", NUMBER, "--pin", "1234", "--pin-format", "2"]],
    ["--ksn must be", ["--number", NUMBER, "--ksn", "1"]],
    ["--ksn must be", ["--number", NUMBER, "--ksn", "FFFFFFFF9876543210E00001"]],
    ["--key must be", ["--number", NUMBER, "--key", "secret"]],
    ["--nummer", ["--nummer", NUMBER]],
  ] as const;
  for (const [message, args] of wrong) {
    it(`refuses ${args.length === 0 ? "no arguments" : args.join(" ")}, and does not repeat the card`, async () => {
      const failure = await run(...args).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(UsageError);
      expect(failure).to.have.property("message").that.contains(message).and.does.not.match(/\d{5}/);
    });
  }

  for (const [number, isTest, why] of [
    [NUMBER, true, "is published"],
    ["4000000000000507", true, "is named in a scenario file"],
    ["5123450000000009", true, "fails the Luhn check"],
    ["4000123412341234", false, "could be anybody's"],
  ] as const) {
    it(`takes ${number} as ${isTest ? "a test card" : "a real card"}: it ${why}`, () => {
      expect(isTestCard(number)).to.equal(isTest);
    });
  }
});
