import { expect } from "chai";
import { consoleLine, consoleStyle } from "../../server/cli/start/console.ts";
import { eventLineOf } from "../../server/cli/start/events.ts";
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

describe("the events of the log", () => {
  const seen = (isTerminal: boolean, isColoured = false) => ({ remarks: { isTerminal, isColoured } });
  const tell = (terminal: ReturnType<typeof seen>, asked?: string): string =>
    eventLineOf(terminal, asked)(0, "warn", "wrong-password", { merchant: "a\u001bb", attempts: 8 });

  it("are lines of words for people, which steer no terminal", () => {
    expect(tell(seen(true))).to.equal("00:00:00.000  warn  wrong-password  merchant a?b  attempts 8\n");
    expect(tell(seen(true, true))).to.contain("  \u001b[33mwarn\u001b[0m  wrong-password  ");
  });

  it("are JSON where nobody looks, unless --log says otherwise", () => {
    const json = '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"wrong-password",';
    expect(tell(seen(false))).to.contain(json);
    expect(tell(seen(true), "json")).to.contain(json);
    expect(tell(seen(false), "off")).to.contain(json);
    expect(tell(seen(true), "off")).to.contain("  warn  wrong-password  ");
    expect(tell(seen(false), "text")).to.contain("  warn  wrong-password  ");
  });

  it("keep the lines of a stack apart, and mask card numbers", () => {
    const fields = { card: "5123450000000008", stack: "at one\nat two" };
    expect(eventLineOf(seen(true))(0, "error", "bug", fields)).to.equal(
      "00:00:00.000  error  bug  card 512345xxxxxx0008  stack at one\n    at two\n",
    );
  });
});
