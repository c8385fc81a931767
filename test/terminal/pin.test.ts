import { expect } from "chai";
import fc from "fast-check";
import { encryptPin, pinBlockOf } from "../../server/cli/encrypt-card/encrypt.ts";
import { TEST_BASE_KEY } from "../../server/terminal/dukpt.ts";
import { decryptPin, parsePinBlock } from "../../server/terminal/pin.ts";
import { PUBLISHED, PUBLISHED_PINS } from "./published-cases.ts";
import { keysOf, KSN } from "./terminal.ts";

const NUMBER = "5123450000000008";

describe("PIN blocks", () => {
  for (const [keySerialNumber, , payload] of PUBLISHED_PINS) {
    it(`give the published PIN at ${keySerialNumber}`, () => {
      const sent = { payload, keySerialNumber, cardNumber: PUBLISHED.cardNumber };
      expect(decryptPin(sent, TEST_BASE_KEY)).to.deep.equal({ format: 0, pin: PUBLISHED.pin });
    });
  }

  // Worked out by hand: 5123450000000008 is combined as 0000345000000000.
  const blocks = [
    ["041200AFFFFFFFFF", { format: 0, pin: "1234" }],
    ["06120006FFFFFFFF", { format: 0, pin: "123456" }],
    ["0C120006789012FF", { format: 0, pin: "123456789012" }],
    ["1412347777777777", { format: 1, pin: "1234" }],
    ["141234012345ABCD", { format: 1, pin: "1234" }],
    ["1C123456789012AF", { format: 1, pin: "123456789012" }],
    ["341200FBCDEFABCD", { format: 3, pin: "1234" }],
    ["3C120006789012AF", { format: 3, pin: "123456789012" }],
  ] as const;
  for (const [block, content] of blocks) {
    it(`of format ${content.format} hold a PIN of ${content.pin.length} digits: ${block}`, () => {
      expect(parsePinBlock(Buffer.from(block, "hex"), NUMBER)).to.deep.equal(content);
    });
  }

  const nothings = [
    ["a PIN of three digits", "03120BAFFFFFFFFF"],
    ["a PIN of thirteen digits", "1D1234567890123F"],
    ["format 2, which is a chip's", "241234FFFFFFFFFF"],
    ["format 4, which is a block of AES", "441234AAAAAAAAAA"],
    ["a letter in the PIN", "14A2347777777777"],
    ["a longer PIN than format 0 says", "0412000FFFFFFFFF"],
    ["another fill than format 0 has", "041200AFFFFFFFFA"],
    ["a digit in the fill of format 3", "341200FBCDEFABC1"],
  ] as const;
  for (const [name, block] of nothings) {
    it(`are no blocks with ${name}`, () => {
      expect(parsePinBlock(Buffer.from(block, "hex"), NUMBER)).to.equal(undefined);
    });
  }

  for (const number of [undefined, "5123456789012346"]) {
    it(`of formats 0 and 3 cannot be read with ${number === undefined ? "no" : "another"} number`, () => {
      expect(parsePinBlock(Buffer.from("041200AFFFFFFFFF", "hex"), number)).to.equal(undefined);
      expect(parsePinBlock(Buffer.from("341200FBCDEFABCD", "hex"), number)).to.equal(undefined);
    });
  }

  it("of format 1 are read without a number", () => {
    const block = Buffer.from("1412347777777777", "hex");
    expect(parsePinBlock(block, undefined)).to.deep.equal({ format: 1, pin: "1234" });
  });

  it("come back in every format, of every card and terminal, as they were", () => {
    const content = fc.record({
      format: fc.constantFrom(0 as const, 1 as const, 3 as const),
      pin: fc.stringMatching(/^\d{4,12}$/),
    });
    const ksns = fc.stringMatching(/^[0-9A-F]{20}$/);
    fc.assert(
      fc.property(content, fc.stringMatching(/^\d{9,19}$/), ksns, (block, cardNumber, ksn) => {
        const payload = encryptPin(block, cardNumber, keysOf(ksn));
        const sent = { payload, keySerialNumber: ksn, cardNumber };
        expect(payload).to.have.length(16);
        expect(decryptPin(sent, TEST_BASE_KEY)).to.deep.equal(block);
      }),
    );
  });

  const payload = encryptPin({ format: 0, pin: "1234" }, NUMBER, keysOf(KSN));
  const sent = { payload, keySerialNumber: KSN, cardNumber: NUMBER };
  const broken = [
    ["another base key", sent, "FEDCBA98765432100123456789ABCDEF"],
    ["another counter", { ...sent, keySerialNumber: "FFFF9876543210E00009" }, TEST_BASE_KEY],
    ["a serial number of AES", { ...sent, keySerialNumber: "123456789012345600000002" }, TEST_BASE_KEY],
    ["two blocks", { ...sent, payload: payload + payload }, TEST_BASE_KEY],
    ["half a block", { ...sent, payload: payload.slice(8) }, TEST_BASE_KEY],
    ["a block in the clear", { ...sent, payload: "041200AFFFFFFFFF" }, TEST_BASE_KEY],
    ["no number", { ...sent, cardNumber: undefined }, TEST_BASE_KEY],
  ] as const;
  for (const [name, pin, baseKey] of broken) {
    it(`cannot be decrypted with ${name}`, () => {
      expect(decryptPin(pin, baseKey)).to.equal(undefined);
    });
  }

  it("are made as the standard's is", () => {
    const block = pinBlockOf({ format: 0, pin: PUBLISHED.pin }, PUBLISHED.cardNumber);
    expect(block.toString("hex").toUpperCase()).to.equal(PUBLISHED.pinBlock);
  });
});
