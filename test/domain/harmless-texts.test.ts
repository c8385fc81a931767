import { expect } from "chai";
import fc from "fast-check";
import { holdsCardNumber, maskMemberNumber, maskText } from "../../server/domain/card/card.ts";
import { digitsInRow } from "../../server/domain/card/digit-scan.ts";
import { hideUrlSecrets } from "../../server/domain/card/url-secrets.ts";

describe("texts that are passed over at one look", () => {
  const pieces = fc.constantFrom(
    ...[
      "5123450000000008",
      "5123",
      " ",
      "-",
      "0",
      "=",
      "%",
      ":",
      "//",
      "u@",
      "https:",
      "?pin=1",
      "%35",
      "%3A",
      "ab",
    ],
  );

  it("hold no card number and no secret of a URL", () => {
    const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        if (maskText(text) !== text) return;
        expect(holdsCardNumber(text)).to.equal(false);
        expect(hideUrlSecrets(text)).to.equal(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("or are a whole number in a member for numbers, masked as it would be behind something else", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,24}$/), (digits) => {
        expect(maskMemberNumber(` ${digits}`)).to.equal(` ${maskMemberNumber(digits)}`);
      }),
    );
    expect(maskMemberNumber(" 5123450000000008")).to.equal(` ${maskMemberNumber("5123450000000008")}`);
  });
});

describe("digits in a row", () => {
  for (const [text, digits] of [
    ["", 0],
    ["a1b22c", 2],
    ["12-34", 4],
    ["12--3x4567", 4],
    ["1e-123456789012", 12],
    ["8b061bfb-9689-4fb7", 5],
  ] as const) {
    it(`are ${digits} in ${text === "" ? "no text" : text}`, () => {
      expect(digitsInRow(text)).to.equal(digits);
    });
  }
});
