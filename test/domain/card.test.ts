import { expect } from "chai";
import fc from "fast-check";
import { holdsCardNumber, maskMemberNumber, maskNumber, maskText } from "../../server/domain/card/card.ts";
import { passesLuhn, schemeOf } from "../../server/domain/card/card-scheme.ts";

describe("card numbers", () => {
  const schemes = [
    ["5123450000000008", "MASTERCARD"],
    ["2223000000000007", "MASTERCARD"],
    ["4508750015741019", "VISA"],
    ["345678901234564", "AMEX"],
    ["30123400000000", "DINERS_CLUB"],
    ["3528000000000007", "JCB"],
    ["6011003179988686", "DISCOVER"],
    ["5000000000000000005", "MAESTRO"],
    ["135492354874528", "UATP"],
    ["6201089999995464", "UNIONPAY"],
    ["9990000000000000", "OTHER"],
  ] as const;
  for (const [number, scheme] of schemes) {
    it(`that begin like ${number.slice(0, 6)} are of ${scheme}`, () => {
      expect(schemeOf(number)).to.equal(scheme);
    });
  }

  it("pass Luhn with the right last digit and with no other", () => {
    const digits = fc.stringMatching(/^\d{8,18}$/);
    fc.assert(
      fc.property(digits, (body) => {
        const passing = "0123456789".split("").filter((digit) => passesLuhn(body + digit));
        expect(passing).to.have.length(1);
      }),
    );
  });

  it("are masked but for the first six and last four digits", () => {
    expect(maskNumber("5123450000000008")).to.equal("512345xxxxxx0008");
    expect(maskNumber("123456789")).to.equal("xxxxxxxxx");
  });
});

describe("card numbers in free text", () => {
  const hidden: readonly (readonly [string, string])[] = [
    ["card 5123450000000008 please", "card 512345xxxxxx0008 please"],
    ["5123 4500 0000 0008", "512345xxxxxx0008"],
    ["5123-4500-0000-0008!", "512345xxxxxx0008!"],
    ["3456 789012 34564", "345678xxxxx4564"],
    [";5123450000000008=39012010000000000000?", ";512345xxxxxx0008"],
    ["%B4508750015741019^DOE/JOHN Q^3912101998877?", "%B450875xxxxxx1019"],
    ["5123.4500.0000.0008", "512345xxxxxx0008"],
    ["5123_4500/0000:0008", "512345xxxxxx0008"],
    ["5123\u00a04500\u20110000\u2003\u20030008", "512345xxxxxx0008"],
    ["5123(4500)0000-0008", "512345xxxxxx0008"],
    ["51 23 45 00 00 00 00 08", "512345xxxxxx0008"],
    ["5 1 2 3 4 5 0 0 0 0 0 0 0 0 0 8", "512345xxxxxx0008"],
    ["12.34, 5123450000000008 (2030)", "12.34, 512345xxxxxx0008 (2030)"],
    ["005123450000000008", "512345xxxxxx0008"],
    ["6759649826438453", "675964xxxxxx8453"],
    ["two: 4508750015741019,5123450000000008", "two: 450875xxxxxx1019,512345xxxxxx0008"],
    ["5123 -- 4500 -- 0000 -- 0008", "512345xxxxxx0008"],
    ["5123\n        4500   \r\n\t\t0000\n  - 0008", "512345xxxxxx0008"],
    ["5123\u{1f4b3}\u{1f4b3}4500\u{1f4b3} \u{1f4b3}0000 0008", "512345xxxxxx0008"],
    ["0".repeat(30) + "5123450000000008", "512345xxxxxx0008"],
    ["0 0 0 5123450000000008", "0 0 0 512345xxxxxx0008"],
    // A row that only looks like a number does not hide where another one begins.
    ["4000 00007 5123 4500 0000 0008", "400000xxx5123"],
    ["1234567890123456789012345=5123450000000008", "1234567890123456789012345=512345xxxxxx0008"],
    // Mir, Troy, RuPay, UzCard, Humo, UATP.
    ["2200000000000004", "220000xxxxxx0004"],
    ["2204999999999991", "220499xxxxxx9991"],
    ["9792000000000003", "979200xxxxxx0003"],
    ["8171000000000006", "817100xxxxxx0006"],
    ["8600000000000007", "860000xxxxxx0007"],
    ["9860000000000000", "986000xxxxxx0000"],
    ["135492354874528", "135492xxxxx4528"],
  ];
  for (const [text, masked] of hidden) {
    it(`are masked in "${text.replaceAll(/\d/g, "#")}"`, () => {
      expect(maskText(text)).to.equal(masked);
      expect(holdsCardNumber(text)).to.equal(true);
    });
  }

  const kept = [
    "order 20301115103000",
    "2030-01-15 10:20:30.400 from 192.168.100.100, +32 81 55 01 23",
    "5123450000000009",
    "123456789012",
    "12345678901234567890123",
    "",
    "4.50",
    "5123 ----- 4500 ----- 0000 ----- 0008",
    "5123     4500     0000     0008",
    "2205000000000009",
    "東京都千代田区丸の内一丁目、三菱ビル",
  ];
  for (const text of kept) {
    it(`are not seen in "${text}"`, () => {
      expect(maskText(text)).to.equal(text);
      expect(holdsCardNumber(text)).to.equal(false);
    });
  }

  it("stay masked when they are masked again", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("5123450000000008", "4508750015741019"), (around, number) => {
        const once = maskText(`${around} ${number} ${around}`);
        expect(once).not.to.contain(number);
        expect(maskText(once)).to.equal(once);
      }),
    );
  });
});

describe("card numbers in percent-escapes", () => {
  const hidden: readonly (readonly [string, string])[] = [
    ["%35123450000000008", "512345xxxxxx0008"],
    ["%35%31%32%33%34%35%30%30%30%30%30%30%30%30%30%38", "512345xxxxxx0008"],
    ["4111%201111%201111%201111", "411111xxxxxx1111"],
    ["4111%2d1111%2D1111%09%0a1111", "411111xxxxxx1111"],
    ["4111%2520%31111%25201111%20%2531111", "411111xxxxxx1111"],
    ["%25252535123450000000008", "512345xxxxxx0008"],
    ["%25%33%35123450000000008", "512345xxxxxx0008"],
    ["5123%C2%A0%C2%A04500%E2%80%890000%A00008", "512345xxxxxx0008"],
    // What stands around it stays as it is, but does not run into it.
    ["card%205123450000000008%20100%", "card%20 512345xxxxxx0008%20100%"],
    ["%E4%zz%4=%35123450000000008%", "%E4%zz%4=512345xxxxxx0008%"],
    // Reading an escape spoils what stands behind it; a number is a number all the same.
    ["%4111111111111111", "%411111xxxxxx1111"],
    ["%254111111111111111", "%25 411111xxxxxx1111"],
    ["%B4508750015741019%5EDOE/JOHN%5E3912101998877?", "%B450875xxxxxx1019"],
    ["%3B5123450000000008%3D39012010000000000000%3F", "%3B512345xxxxxx0008"],
    ["4508750015741019 and %35123450000000008", "450875xxxxxx1019 and 512345xxxxxx0008"],
  ];
  for (const [text, masked] of hidden) {
    it(`are masked in "${text.replaceAll(/(?<!%)(?<!%[0-9A-F])\d/g, "#")}"`, () => {
      expect(maskText(text)).to.equal(masked);
      expect(holdsCardNumber(text)).to.equal(true);
    });
  }

  const kept = [
    "100% of 123456789012",
    "%35%31%32%33%34%35%30%30%30%30%30%30%30%30%30%39",
    "M%C3%BCller%20%26%20Co%2E, 4111%20222",
    "%%%1%",
  ];
  for (const text of kept) {
    it(`are not seen in "${text}", which stays as it came`, () => {
      expect(maskText(text)).to.equal(text);
      expect(holdsCardNumber(text)).to.equal(false);
    });
  }

  const number = fc.constantFrom("5123450000000008", "4508750015741019", "345678901234564");
  const escaped = (character: string, rounds: number): string =>
    rounds === 0
      ? character
      : `%${"25".repeat(rounds - 1)}${character.charCodeAt(0).toString(16).padStart(2, "0")}`;

  it("are masked however often each digit is escaped, and stay masked", () => {
    const rounds = fc.array(fc.nat(6), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(number, rounds, fc.string(), (digits, each, text) => {
        // Digits around it may make a longer number of it.
        const around = text.replace(/\d/g, "%");
        const written = Array.from(digits, (digit, index) => escaped(digit, each[index] ?? 0)).join("");
        const shown = maskText(`${around} ${written} ${around}`);
        expect(shown)
          .to.match(/\d{6}x{5,6}\d{4}/)
          .and.not.contain(written);
        expect(maskText(shown)).to.equal(shown);
      }),
    );
  });

  it("are not looked for where there are too few digits, as reading escapes never makes more of them", () => {
    const pieces = fc.constantFrom("%", "2", "5", "3", "1", "F", "%3", "%25", "%31", "x");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        if (text.replace(/\D/g, "").length < 13) expect(maskText(text)).to.equal(text);
      }),
    );
  });
});

describe("numbers in members that hold them", () => {
  const masked = [
    ["5000000000000000005", "500000xxxxxxxxx0005"],
    ["5018 0832 2870 7", "501808xxx8707"],
    ["6799-0000-0083-2282-80", "679900xxxxxxxx8280"],
    ["%B5018083228707^DOE/JOHN^3912101998877?", "%B501808xxx8707"],
    ["123456789", "xxxxxxxxx"],
    ["12345678", "12345678"],
    ["512345xxxxxx0008", "512345xxxxxx0008"],
    ["5018%200832%2D2870%2D7", "501808xxx8707"],
    ["%31%32%33%34%35%36%37%38%39", "xxxxxxxxx"],
    ["https://shop.example/?pin=4321", "https://shop.example/?pin=xxx"],
  ] as const;
  for (const [text, shown] of masked) {
    it(`are masked whatever their scheme: ${shown}`, () => {
      expect(maskMemberNumber(text)).to.equal(shown);
    });
  }
});
