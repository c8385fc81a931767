import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { JsonObject } from "../../server/domain/json.ts";
import { createVault } from "../../server/gateway/secrets/vault.ts";

/** Bytes that count up, so that every nonce is another one and the test is always the same. */
function counting(): (bytes: number) => Uint8Array {
  let count = 0;
  return (bytes) => {
    count += 1;
    return new Uint8Array(createHash("sha256").update(String(count)).digest().subarray(0, bytes));
  };
}

const secret = new Uint8Array(32).fill(7);
const vault = createVault(secret, counting());
const place = { kind: "token", id: "9123456789012345" };
const card: JsonObject = { number: "5123450000000008", expiry: { month: "01", year: "39" } };
const anyBody = fc.dictionary(fc.string(), fc.jsonValue(), {
  noNullPrototype: true,
}) as fc.Arbitrary<JsonObject>;

describe("the vault", () => {
  it("gives back what was sealed, also after a restart with the same secret", () => {
    const again = createVault(secret, counting());
    fc.assert(
      fc.property(anyBody, fc.string({ unit: "binary" }), fc.string(), (value, merchant, id) => {
        const sealed = vault.seal(merchant, { kind: "session", id }, value);
        const expected = JSON.parse(JSON.stringify(value)) as JsonObject;
        expect(again.open(merchant, { kind: "session", id }, sealed)).to.deep.equal(expected);
      }),
    );
  });

  it("never writes the same text twice, and nothing of the number is in it", () => {
    const texts = Array.from({ length: 50 }, () => vault.seal("SHOP", place, card));
    expect(new Set(texts).size).to.equal(texts.length);
    for (const text of texts) {
      for (const form of [text, Buffer.from(text, "base64url").toString("latin1")])
        expect(form).to.not.contain("5123450000000008").and.not.contain("0000008");
    }
  });

  const elsewhere: Readonly<Record<string, () => unknown>> = {
    "for another merchant": () => vault.open("SHOQ", place, vault.seal("SHOP", place, card)),
    "for another id": () => vault.open("SHOP", { ...place, id: "9" }, vault.seal("SHOP", place, card)),
    "for another kind": () =>
      vault.open("SHOP", { ...place, kind: "session" }, vault.seal("SHOP", place, card)),
    "with another secret": () =>
      createVault(new Uint8Array(32), counting()).open("SHOP", place, vault.seal("SHOP", place, card)),
    "when nothing is there": () => vault.open("SHOP", place, ""),
  };
  for (const [name, open] of Object.entries(elsewhere)) {
    it(`does not open what was sealed ${name}`, () => {
      expect(open).to.throw();
    });
  }

  it("does not open a text of which any bit was changed", () => {
    const sealed = Buffer.from(vault.seal("SHOP", place, card), "base64url");
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(() => vault.open("SHOP", place, changed.toString("base64url"))).to.throw();
      }),
    );
  });

  it("has a key of 256 bits for every place, always the same, and another one for any other", () => {
    const key = vault.keyOf("SHOP", place).toString("hex");
    expect(key)
      .to.match(/^[0-9a-f]{64}$/)
      .and.to.equal(vault.keyOf("SHOP", place).toString("hex"));
    for (const other of [vault.keyOf("SHOQ", place), vault.keyOf("SHOP", { ...place, id: "9" })])
      expect(other.toString("hex")).to.not.equal(key);
  });
});
