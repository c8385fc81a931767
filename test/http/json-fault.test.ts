import { expect } from "chai";
import fc from "fast-check";
import { jsonFault } from "../../server/http/json-fault.ts";

const END = "Unexpected end of the payload";
const at = (character: string, column: number, line = 1): string =>
  `Unexpected character '${character}' at [character ${column} line ${line}]`;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Texts that are JSON here and there. */
const nearJson = fc
  .array(fc.constantFrom(...Array.from('{}[],:"\\u0041/ \n\t-+.eE019truefalsn4x\u0001é😀')), {
    maxLength: 40,
  })
  .map((characters) => characters.join(""));

const EXPLANATION = /^Unexpected character '(.+)' at \[character (\d+) line (\d+)\]$/su;

describe("the explanation of malformed JSON", () => {
  const table: readonly (readonly [text: string, says: string])[] = [
    ['{"apiOperation', END],
    ['{"order":1,  abc}', at("a", 14)],
    ["abc", at("a", 1)],
    ["", END],
    ["  \n ", END],
    ['{"a":1}}', at("}", 8)],
    ['{"a":1,}', at("}", 8)],
    ["[1,]", at("]", 4)],
    ["[1}", at("}", 3)],
    ['{"a" 1}', at("1", 6)],
    ['{"a":}', at("}", 6)],
    ["{1:2}", at("1", 2)],
    ["{'a':1}", at("'", 2)],
    ['{"a":tru}', at("}", 9)],
    ['{"a":nul', END],
    ['{"a":01}', at("1", 7)],
    ['{"a":1.}', at("}", 8)],
    ['{"a":-x}', at("x", 7)],
    ['{"a":1.5e+}', at("}", 11)],
    ['{"a":+1}', at("+", 6)],
    ['{"a":"b\\x"}', at("x", 9)],
    ['{"a":"\\u12G4"}', at("G", 11)],
    ['{"a":"b\nc"}', at("\n", 8)],
    ['{\n  "a": 1,\n  b: 2\n}', at("b", 3, 3)],
    ['{"a":"ü" ü}', at("ü", 10)],
    ["[😀]", at("😀", 2)],
    ['{"a":1} {"b":2}', at("{", 9)],
    ["NaN", at("N", 1)],
    ["\ufeff{}", at("\ufeff", 1)],
  ];
  for (const [text, says] of table) {
    it(`for ${JSON.stringify(text)} is: ${JSON.stringify(says)}`, () => {
      expect(isJson(text)).to.equal(false);
      expect(jsonFault(text)).to.equal(says);
    });
  }

  it("says that the payload ends too early wherever a whole one is cut", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (whole, place) => {
        const cut = whole.slice(0, place % whole.length);
        if (!isJson(cut)) expect(jsonFault(cut), cut).to.equal(END);
      }),
      { numRuns: 1000 },
    );
  });

  it("names the first character that cannot stand there, and never more than that one", () => {
    fc.assert(
      fc.property(fc.oneof(nearJson, fc.string(), fc.string({ unit: "binary" })), (text) => {
        const [, character, column, line] = EXPLANATION.exec(jsonFault(text)) ?? [];
        if (isJson(text) || character === undefined) {
          expect(jsonFault(text)).to.equal(END);
          return;
        }
        const before = text.split("\n").slice(0, Number(line) - 1);
        const offset = [...before, ""].join("\n").length + Number(column) - 1;
        expect(text.slice(offset, offset + character.length)).to.equal(character);
        expect(Array.from(character)).to.have.length(1);
        expect(jsonFault(text.slice(0, offset)), "the text before that place").to.equal(END);
      }),
      { numRuns: 2000 },
    );
  });

  it("comes quickly also for text that is as deep or as long as a body may be", () => {
    const size = 1_048_576;
    const texts = [
      "[".repeat(size),
      "[".repeat(size / 2) + "[],".repeat(size / 6),
      `"${"a".repeat(size)}`,
      `"${"\\n".repeat(size / 2)}`,
      "1".repeat(size) + "x",
      "{".repeat(size),
      `${" ".repeat(size)}x`,
    ];
    const started = performance.now();
    for (const text of texts) expect(jsonFault(text)).to.match(/^Unexpected /);
    expect(performance.now() - started).to.be.lessThan(5000);
  });
});
