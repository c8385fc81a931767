import { createCipheriv } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import {
  dataKey,
  initialKey,
  isBaseKey,
  parseKeySerialNumber,
  pinKey,
  TEST_BASE_KEY,
  transactionKey,
} from "../../server/terminal/dukpt.ts";
import { encryptText } from "../../server/cli/encrypt-card/encrypt.ts";
import { encryptCbc, formatHex } from "../../server/terminal/tdes.ts";
import { DATA, PUBLISHED, PUBLISHED_DATA, PUBLISHED_DATA_KEY, PUBLISHED_PINS } from "./published-cases.ts";
import { keysOf, serialNumberOf } from "./terminal.ts";

const COUNTER_MAX = 2 ** 21 - 1;

/** Derivation once more, in whole numbers and another mode of the cipher, to hold the product against. */
function keyByNumbers(device: bigint, counter: number): string {
  const mask = 0xc0c0c0c000000000c0c0c0c000000000n;
  const low = 2n ** 64n - 1n;
  let [key, register] = [BigInt(`0x${PUBLISHED.initialKey}`), device & low];
  const half = (whole: bigint): bigint => des(whole >> 64n, register ^ (whole & low)) ^ (whole & low);
  for (let bit = 1 << 20; bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) continue;
    register |= BigInt(bit);
    key = (half(key ^ mask) << 64n) | half(key);
  }
  return key.toString(16).padStart(32, "0").toUpperCase();
}

function des(key: bigint, block: bigint): bigint {
  const digits = key.toString(16).padStart(16, "0");
  const cipher = createCipheriv("des-ede", Buffer.from(digits + digits, "hex"), null);
  const bytes = Buffer.from(block.toString(16).padStart(16, "0"), "hex");
  return BigInt(`0x${cipher.setAutoPadding(false).update(bytes, undefined, "hex")}`);
}

describe("derived keys of terminals (DUKPT)", () => {
  it("start from the published initial key, whatever the counter says", () => {
    for (const ksn of [PUBLISHED.serialNumber, "FFFF9876543210E00001", "FFFF9876543210FFFFFF"]) {
      const key = initialKey(PUBLISHED.baseKey, serialNumberOf(ksn).device);
      expect(formatHex(key)).to.equal(PUBLISHED.initialKey);
    }
  });

  for (const [ksn, key, payload] of PUBLISHED_PINS) {
    it(`give the published PIN key and PIN block at ${ksn}`, () => {
      const derived = pinKey(PUBLISHED.baseKey, serialNumberOf(ksn));
      expect(formatHex(derived)).to.equal(key);
      expect(formatHex(encryptCbc(derived, Buffer.from(PUBLISHED.pinBlock, "hex")))).to.equal(payload);
    });
  }

  for (const [ksn, key, payload] of PUBLISHED_DATA) {
    it(`give the published transaction key and encrypted data at ${ksn}`, () => {
      expect(formatHex(transactionKey(PUBLISHED.baseKey, serialNumberOf(ksn)))).to.equal(key);
      expect(encryptText(DATA, keysOf(ksn))).to.equal(payload);
    });
  }

  it("give the published data key of the first transaction", () => {
    const key = dataKey(PUBLISHED.baseKey, serialNumberOf("FFFF9876543210E00001"));
    expect(formatHex(key)).to.equal(PUBLISHED_DATA_KEY);
  });

  it("are the same when derived another way, at every counter", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: COUNTER_MAX }), (counter) => {
        const { device } = serialNumberOf(PUBLISHED.serialNumber);
        const expected = keyByNumbers(BigInt(`0x${PUBLISHED.serialNumber}`), counter);
        expect(formatHex(transactionKey(PUBLISHED.baseKey, { device, counter }))).to.equal(expected);
      }),
    );
  });

  it("come from the published base key unless another is configured", () => {
    expect(TEST_BASE_KEY).to.equal(PUBLISHED.baseKey);
    const other = "FEDCBA98765432100123456789ABCDEF";
    const serialNumber = serialNumberOf(PUBLISHED.serialNumber);
    expect(pinKey(other, serialNumber).equals(pinKey(TEST_BASE_KEY, serialNumber))).to.equal(false);
  });

  for (const key of ["", "0123", "0123456789ABCDEFFEDCBA987654321", `${TEST_BASE_KEY}00`, "G".repeat(32)]) {
    it(`take no base key of the form '${key}', and do not repeat it in the error`, () => {
      expect(isBaseKey(key)).to.equal(false);
      expect(() => pinKey(key, serialNumberOf(PUBLISHED.serialNumber))).to.throw(
        /^a base derivation key has/,
      );
    });
  }
});

describe("key serial numbers", () => {
  for (const [text, counter] of [
    ["FFFF9876543210E00001", 1],
    ["ffff9876543210e00001", 1],
    ["FFFF9876543210FFFFFF", COUNTER_MAX],
    ["FFFFFFFF9876543210E00001", 1],
    ["0000FFFF9876543210E00001", 1],
    ["FFFFF9876543210E00001", 1],
  ] as const) {
    it(`end in the counter: ${text}`, () => {
      const serialNumber = parseKeySerialNumber(text);
      expect(serialNumber?.counter).to.equal(counter);
      expect(formatHex(serialNumber?.device ?? Buffer.alloc(0))).to.match(/^(?:FFFF|FFF9)9?876543210E00000$/);
    });
  }

  for (const text of ["", "FFFF9876543210E0000", "123456789012345600000002", "FFFF9876543210E0000G"]) {
    it(`are not read from '${text}'`, () => {
      expect(parseKeySerialNumber(text)).to.equal(undefined);
    });
  }
});
