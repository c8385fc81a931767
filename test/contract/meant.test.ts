import { rmSync } from "node:fs";
import { expect } from "chai";
import type { Json } from "../../server/domain/json.ts";
import { judgeWith, VALID, withCard, withOrder } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

const CASES: readonly (readonly [name: string, body: Json, meant: boolean | number | string | undefined])[] =
  [
    ["a currency in lower case", withOrder({ currency: "eur" }), "EUR"],
    ["a currency by its first letters", withOrder({ currency: "EURO" }), "EUR"],
    ["no currency of a word that begins with no code", withOrder({ currency: "POUND" }), undefined],
    ["an amount with a comma", withOrder({ amount: "10,50" }), "10.50"],
    ["no amount of one whose comma may mean thousands", withOrder({ amount: "1,000" }), undefined],
    ["text of a number", withOrder({ amount: 10.5 }), "10.5"],
    ["a number of text", withOrder({ dutyAmount: " 1.5" }), 1.5],
    ["a year by its last two digits", withCard({ expiry: { month: "01", year: "2039" } }), "39"],
    ["a year of a number, too", withCard({ expiry: { month: "01", year: 2039 } }), "39"],
    ["no year of another century", withCard({ expiry: { month: "01", year: "1939" } }), undefined],
    ["no other text by its last two digits", withCard({ expiry: { month: "2001", year: "39" } }), undefined],
    ["true of its text", { ...VALID, initiator: { isPayer: "true" } }, true],
    ["no value of an object", withOrder({ amount: {} }), undefined],
    ["the one value there is", { ...VALID, apiOperation: "pay" }, "PAY"],
    ["the one value of a missing member", { order: VALID.order }, "PAY"],
    ["no card number, as it must not be seen", withCard({ number: 5123450000000008 }), undefined],
    ["no card number elsewhere", withOrder({ reference: 5123450000000008 }), undefined],
  ];

describe("the value that was meant", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const [name, body, meant] of CASES) {
    it(`is ${name}`, () => {
      const { findings } = judge(body);
      expect(findings).to.have.length(1);
      expect(findings[0]?.meant).to.equal(meant);
    });
  }
});
