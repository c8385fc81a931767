import { expect } from "chai";
import { consoleLine, consoleStyle } from "../../server/cli/start/console.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { exchangeOf } from "../journal/sample-exchange.ts";

const PLAIN = { isColoured: false };

const refused = (members: Partial<Exchange["request"]> = {}): Exchange => {
  const exchange = exchangeOf("1", {
    answer: { status: 400, body: {} },
    refusal: { reason: "rule", explanation: "No such order", fault: undefined },
    rules: { passed: [], refusedBy: { rule: "order-exists", source: "§3" } },
  });
  const request = { operation: "CAPTURE", orderId: "order-1", transactionId: "2", ...members } as const;
  return { ...exchange, request: { ...exchange.request, ...request } };
};

describe("the console", () => {
  it("tells a request in one line: when, who, what, and why", () => {
    expect(consoleLine(refused(), "text", PLAIN)).to.equal(
      "10:20:30.400  A  CAPTURE  order-1/2  400 No such order  [order-exists]  1 ms\n",
    );
  });

  it("lets refusals stand out where there are colours", () => {
    expect(consoleLine(refused(), "text", { isColoured: true })).to.contain(
      "\u001b[31m400 No such order\u001b[0m",
    );
  });

  it("lets no id of a caller steer the terminal, and shows no card number", () => {
    const line = consoleLine(
      refused({ orderId: "a\u001b[2Jb\n\u202e", transactionId: "5123450000000008" }),
      "text",
      PLAIN,
    );
    expect(line).to.contain("a?[2Jb??/512345xxxxxx0008");
  });

  it("tells an answer that was never sent, and a path of nobody", () => {
    const lost = exchangeOf("1", { merchantId: undefined, answer: { status: 0, body: undefined } });
    expect(consoleLine(lost, "text", PLAIN)).to.equal("10:20:30.400  -  GET unknown  no answer  1 ms\n");
  });

  for (const authentication of ["missing", "wrong"] as const)
    it(`says what the exchange says of credentials that are ${authentication}`, () => {
      const notes = ["The path ends in a slash.", "There is no merchant SHOP."];
      const line = consoleLine(exchangeOf("1", { authentication, notes }), "text", PLAIN);
      expect(line).to.contain("  (There is no merchant SHOP.)  ");
    });

  it("writes JSON with the members of a row", () => {
    const line = JSON.parse(consoleLine(refused(), "json", PLAIN)) as object;
    expect(line).to.include({ order: "order-1", ending: "refused", words: "No such order", status: 400 });
  });

  const [plain, quiet, silent] = [{}, { isQuiet: true }, { isSilent: true }];
  const styles = [
    [undefined, plain, true, "text"],
    [undefined, plain, false, "json"],
    ["json", plain, true, "json"],
    ["text", plain, false, "text"],
    ["json", quiet, true, "off"],
    [undefined, silent, false, "off"],
    ["json", silent, false, "json"],
  ] as const;
  for (const [log, flags, isTerminal, style] of styles)
    it(`is ${style} with --log ${log ?? "left out"}, ${JSON.stringify(flags)}, ${isTerminal ? "in" : "outside"} a terminal`, () => {
      const usual = { log, isTerminal, isQuiet: false, isSilent: false };
      expect(consoleStyle({ ...usual, ...flags })).to.equal(style);
    });

  it("knows no other style", () => {
    expect(() => consoleStyle({ log: "xml", isQuiet: false, isSilent: false, isTerminal: true })).to.throw(
      "--log must be one of text, json, off",
    );
  });
});
