import { expect } from "chai";
import fc from "fast-check";
import { holdsCardNumber, maskMemberNumber, maskText } from "../../server/domain/card/card.ts";
import { read } from "../../server/domain/card/escapes.ts";

describe("card numbers in digits of other scripts and widths", () => {
  const hidden: readonly (readonly [string, string])[] = [
    ["٥١٢٣ ٤٥٠٠ ٠٠٠٠ ٠٠٠٨", "512345xxxxxx0008"],
    ["card: ५१२३४५०००००००००८", "card: 512345xxxxxx0008"],
    ["５１２３－４５００－００００－０００８", "512345xxxxxx0008"],
    ["𝟓𝟏𝟐𝟑 𝟜𝟝𝟘𝟘 𝟢𝟢𝟢𝟢 𝟶𝟶𝟶𝟾!", "512345xxxxxx0008!"],
    ["；５１２３４５０００００００００８＝３９１２１０１？ end", "；512345xxxxxx0008 end"],
    ["5123 4500 ٠٠٠٠ 0008", "512345xxxxxx0008"],
    ["%D9%A5%D9%A1%D9%A2%D9%A3 4500 0000 0008", "512345xxxxxx0008"],
    ["%F0%9D%9F%93123450000000008", "512345xxxxxx0008"],
  ];
  for (const [text, masked] of hidden) {
    it(`are masked in "${text.replaceAll(/\d/g, "#")}"`, () => {
      expect(maskText(text)).to.equal(masked);
      expect(holdsCardNumber(text)).to.equal(true);
    });
  }
});

describe("card numbers in HTML", () => {
  const references = (base: string, radix: number): string =>
    Array.from("5123450000000008", (digit) => `&#${base}${digit.charCodeAt(0).toString(radix)};`).join("");
  const hidden: readonly (readonly [string, string])[] = [
    [references("", 10), "512345xxxxxx0008"],
    [references("x", 16), "512345xxxxxx0008"],
    [references("X000", 16).replaceAll(";", ""), "512345xxxxxx0008"],
    [references("", 10).replaceAll("&", "&amp;amp;amp;amp;"), "512345xxxxxx0008"],
    [encodeURIComponent(references("", 10)), "512345xxxxxx0008"],
    ["5123&nbsp;4500&nbsp;&ndash;&nbsp;0000&#160;&#8209;0008", "512345xxxxxx0008"],
    ["&#1637;&#x661;&#1634;&#1635; 4500 0000 0008", "512345xxxxxx0008"],
    // No decimal digit is left to see: U+0DEA to U+0DEF are 4 to 9.
    [`${"&#xDEA;".repeat(12)}&#xDEE;`, "444444xxx4448"],
  ];
  for (const [text, masked] of hidden) {
    it(`are masked in "${text.slice(0, 30)}…"`, () => {
      expect(maskText(text)).to.equal(masked);
      expect(holdsCardNumber(text)).to.equal(true);
    });
  }

  const kept = ["Müller &amp; Co &lt;5123&gt; & 12", "&#;&#x;&;& 1 &#99999999999;", "AT&T 5123450000000009"];
  for (const text of kept) it(`are not seen in "${text}"`, () => expect(maskText(text)).to.equal(text));
});

describe("security codes in prose", () => {
  const hidden: readonly (readonly [string, string])[] = [
    ["CVV 123", "CVV xxx"],
    ["my cvc is 1234, thanks", "my cvc is xxx, thanks"],
    ["exp 12/27 cvv123", "exp 12/27 cvvxxx"],
    ["CVV2: 123 and CVC2=456", "CVV2: xxx and CVC2=xxx"],
    ["CSC #123.", "CSC #xxx."],
    ["The security code is: 123", "The security code is: xxx"],
    ["CVN number - 123", "CVN number - xxx"],
    ['{"securityCode":"123","cardCvv":123}', '{"securityCode":"xxx","cardCvv":xxx}'],
    ["CVV%20%31%32%33", "CVV%20xxx"],
    ["CVV&nbsp;&#49;&#50;&#51;", "CVV&nbsp;xxx"],
    ["CVV ١٢٣", "CVV xxx"],
    ["card 5123450000000008 CVV 123", "card 512345xxxxxx0008 CVV xxx"],
  ];
  for (const [text, shown] of hidden) {
    it(`are hidden: ${shown}`, () => {
      expect(maskText(text)).to.equal(shown);
      expect(maskText(shown)).to.equal(shown);
    });
  }

  const kept = [
    ...["order CSC-1 of 12", "CSC-123", "cvv123", "cvc_1234", "CVV 12", "CVV 12345", "CVV matched 123"],
    ...["customer 123", "security 123", "docs 123", "ecsc 123", "cvv 123ab", "CVV: M"],
  ];
  for (const text of kept) it(`are not seen in "${text}"`, () => expect(maskText(text)).to.equal(text));

  it("are no card numbers", () => {
    expect(holdsCardNumber("the CVV 123 of 1234567890123")).to.equal(false);
  });
});

describe("a card number", () => {
  const numbers = fc.constantFrom(
    ...["5123450000000008", "4508750015741019", "345678901234564", "30123400000000", "2200000000000004"],
    ...["135492354874528", "8600000000000007", "5000000000000000005"],
  );
  const groups = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 19, maxLength: 19 });
  const separators = fc.array(
    fc.constantFrom(
      ...[" ", "-", ".", "\u00a0", "\u2011", " - ", "/", "\n      ", " \r\n\t> ", "(", "_", "\u{1f4b3}"],
    ),
    { minLength: 19, maxLength: 19 },
  );
  const ways = fc.array(fc.nat(7), { minLength: 19, maxLength: 19 });
  const around = fc
    .array(
      fc.constantFrom("0", "4", "12", " ", "-", "a", "=", "%", "&", ";", "#", "4111", "é", "\n", ":", "cvv "),
    )
    .map((pieces) => pieces.join(""));

  const inGroups = (number: string, sizes: readonly number[]): readonly string[] => {
    const made: string[] = [];
    let done = 0;
    for (const size of sizes) {
      if (done < number.length) made.push(number.slice(done, done + size));
      done += size;
    }
    return made;
  };
  const digitWays: readonly ((digit: number) => string)[] = [
    (digit) => String(digit),
    (digit) => String(digit),
    (digit) => `%3${digit}`,
    (digit) => `%253${digit}`,
    (digit) => `&#${48 + digit};`,
    (digit) => `&#x3${digit};`,
    (digit) => String.fromCharCode(0x660 + digit),
    (digit) => String.fromCodePoint(0x1d7ce + digit),
  ];

  it("is never to be seen, whatever parts its digits, stands around it, and however it is written", () => {
    fc.assert(
      fc.property(
        numbers,
        groups,
        fc.tuple(separators, ways),
        around,
        (number, sizes, [parts, how], other) => {
          let count = 0;
          const write = (digit: string): string => digitWays[how[count++] ?? 0]?.(Number(digit)) ?? digit;
          const written = inGroups(number, sizes)
            .map(
              (group, index) =>
                (index === 0 ? "" : (parts[index] ?? " ")) + Array.from(group, write).join(""),
            )
            .join("");
          // A letter parts it from what stands around it: digits may make another number of it.
          const shown = maskText(`${other}x ${written} x${other}`);
          const digits = shownDigits(shown);
          expect(digits).not.to.contain(number);
          expect(maskMemberNumber(`${other}x ${written} x${other}`)).to.satisfy(
            (text: string) => !shownDigits(text).includes(number),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("is never to be seen whole among other groups of digits", () => {
    const group = fc.stringMatching(/^\d{1,5}$/);
    fc.assert(
      fc.property(numbers, groups, fc.array(group), fc.array(group), (number, sizes, before, behind) => {
        const text = [...before, ...inGroups(number, sizes), ...behind].join(" ");
        const shown = maskText(text);
        expect(shown.replaceAll(" ", "")).not.to.contain(number);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is all that changes a text: without digits each comes back as it was", () => {
    const pieces = fc.constantFrom(
      ..."abcvs%&#;:=^ \n-é東\u{1f4b3}@?".split(""),
      "cvv",
      "&amp;",
      "&nbsp;",
      "%zz",
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join("").replaceAll(/[@=]/g, "");
        expect(maskText(text)).to.equal(text);
        expect(maskMemberNumber(text)).to.equal(text);
      }),
    );
  });

  /** All digits as somebody reads them who reads every escape. */
  function shownDigits(text: string): string {
    let meant = text;
    for (let round = 0; round < 4; round += 1) meant = read(meant, true)?.text ?? meant;
    return meant.replaceAll(/[^0-9A-Za-z]/g, "");
  }
});
