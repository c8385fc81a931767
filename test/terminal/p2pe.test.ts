import { expect } from "chai";
import fc from "fast-check";
import { encryptCard, encryptText } from "../../server/cli/encrypt-card/encrypt.ts";
import { decryptCard, matchesCardBin } from "../../server/terminal/p2pe.ts";
import type { EncryptedCard } from "../../server/terminal/p2pe.ts";
import { TEST_BASE_KEY } from "../../server/terminal/dukpt.ts";
import { KSN, keysOf } from "./terminal.ts";

const NUMBER = "5123450000000008";
const EXPIRY = { month: "01", year: "39" };
const ALONE = { number: NUMBER, expiry: undefined };
const DATED = { number: NUMBER, expiry: EXPIRY };

const encrypted = (payload: string, rest: Partial<EncryptedCard> = {}): EncryptedCard => ({
  payload,
  keySerialNumber: KSN,
  initializationVector: undefined,
  ...rest,
});

const packed = (digits: string): Buffer => Buffer.from(digits, "hex");

describe("encrypted cards", () => {
  const layouts = [
    ["the number alone", NUMBER, ALONE],
    ["the number and spaces", `${NUMBER}        `, ALONE],
    ["the number and Fs", `${NUMBER}FFFFFFFF`, ALONE],
    ["the number and bytes of 255", Buffer.concat([Buffer.from(NUMBER), Buffer.alloc(8, 0xff)]), ALONE],
    ["number and expiry", `${NUMBER}=3901`, DATED],
    ["number and expiry with a D", `${NUMBER}D3901`, DATED],
    ["track 2", `;${NUMBER}=39011015432112345678?`, DATED],
    ["track 2 with its check character", `;${NUMBER}=39011015432112345678?5`, DATED],
    ["track 2 without sentinels", `${NUMBER}=39011015432112345678`, DATED],
    ["track 1", `%B${NUMBER}^PAYER/ADA A^39011010000000000000?`, DATED],
    ["track 1 without sentinels", `B${NUMBER}^PAYER/ADA A^3901101`, DATED],
    ["the packed number", packed(NUMBER.padEnd(32, "F")), ALONE],
    ["the packed number with Fs, then zeros", packed(`${NUMBER}FF`.padEnd(32, "0")), ALONE],
    ["packed track 2", packed(`${NUMBER}D39011015432112345F`.padEnd(48, "0")), DATED],
    ["packed track 2 without a fill", packed(`${NUMBER}D39011015432112`), DATED],
  ] as const;
  for (const [name, text, card] of layouts) {
    it(`are read from ${name}`, () => {
      expect(decryptCard(encrypted(encryptText(text, keysOf(KSN))), TEST_BASE_KEY)).to.deep.equal(card);
    });
  }

  const nothings = [
    ["eight digits", "51234500"],
    ["twenty digits", "51234500000000000008"],
    ["letters", "not a card number"],
    ["a month that there is not", `${NUMBER}=3913`],
    ["a number in the middle", `card ${NUMBER}`],
    ["the packed number without a fill behind it but zeros", packed(NUMBER.padEnd(32, "0"))],
    ["nothing", ""],
  ] as const;
  for (const [name, text] of nothings) {
    it(`are not read from ${name}`, () => {
      expect(decryptCard(encrypted(encryptText(text, keysOf(KSN))), TEST_BASE_KEY)).to.equal(undefined);
    });
  }

  it("come back from every terminal, counter, vector and base key as they were", () => {
    const hexOf = (bytes: number): fc.Arbitrary<string> =>
      fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((bits) => Buffer.from(bits).toString("hex"));
    const month = fc.integer({ min: 1, max: 12 }).map((value) => String(value).padStart(2, "0"));
    const expiry = fc.option(fc.record({ month, year: fc.stringMatching(/^\d{2}$/) }), { nil: undefined });
    const card = fc.record({ number: fc.stringMatching(/^\d{9,19}$/), expiry });
    const vectors = fc.option(hexOf(8), { nil: undefined });
    fc.assert(
      fc.property(card, hexOf(10), hexOf(16), vectors, (shown, ksn, baseKey, vector) => {
        const bytes = vector === undefined ? undefined : Buffer.from(vector, "hex");
        const payload = encryptCard(shown, keysOf(ksn, baseKey), bytes);
        const sent = { payload, keySerialNumber: ksn, initializationVector: vector };
        expect(payload).to.match(/^[0-9A-F]{32,}$/);
        expect(decryptCard(sent, baseKey)).to.deep.equal(shown);
      }),
    );
  });

  const payload = encryptCard(DATED, keysOf(KSN));
  const broken: readonly (readonly [string, EncryptedCard, string])[] = [
    ["another base key", encrypted(payload), "FEDCBA98765432100123456789ABCDEF"],
    ["another counter", encrypted(payload, { keySerialNumber: "FFFF9876543210E00009" }), TEST_BASE_KEY],
    ["another terminal", encrypted(payload, { keySerialNumber: "FFFF9876543211E00008" }), TEST_BASE_KEY],
    [
      "a serial number of AES",
      encrypted(payload, { keySerialNumber: "123456789012345600000002" }),
      TEST_BASE_KEY,
    ],
    [
      "a vector that was not used",
      encrypted(payload, { initializationVector: "0123456789ABCDEF" }),
      TEST_BASE_KEY,
    ],
    [
      "a vector of sixteen bytes",
      encrypted(payload, { initializationVector: "0".repeat(32) }),
      TEST_BASE_KEY,
    ],
    [
      "a vector that is no number",
      encrypted(payload, { initializationVector: "initialization--" }),
      TEST_BASE_KEY,
    ],
    ["half a block too much", encrypted(`${payload}00000000`), TEST_BASE_KEY],
    ["a digit too few", encrypted(payload.slice(1)), TEST_BASE_KEY],
    ["an empty payload", encrypted(""), TEST_BASE_KEY],
    ["a payload in the clear", encrypted(Buffer.from(NUMBER).toString("hex")), TEST_BASE_KEY],
  ];
  for (const [name, card, baseKey] of broken) {
    it(`cannot be read with ${name}`, () => {
      expect(decryptCard(card, baseKey)).to.equal(undefined);
    });
  }

  it("are no card when they are garbage", () => {
    const garbage = fc
      .uint8Array({ minLength: 2, maxLength: 8 })
      .map((bytes) => Buffer.from(bytes).toString("hex").repeat(8));
    fc.assert(
      fc.property(garbage, (text) => {
        expect(decryptCard(encrypted(text), TEST_BASE_KEY)).to.equal(undefined);
      }),
      { seed: 1 },
    );
  });

  for (const [cardBin, matches] of [
    [undefined, true],
    ["5", true],
    ["512345", true],
    ["512346", false],
    ["123450", false],
  ] as const) {
    it(`${matches ? "agree" : "do not agree"} with the leading digits ${cardBin ?? "that are not given"}`, () => {
      expect(matchesCardBin(DATED, cardBin)).to.equal(matches);
    });
  }
});
