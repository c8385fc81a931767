import { createHmac } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { isObject } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { createFingerprints } from "../../server/gateway/secrets/fingerprints.ts";
import { keyedDigest } from "../../server/gateway/keyed-digest.ts";
import type { KeyedDigest } from "../../server/gateway/keyed-digest.ts";
import { newScratch, wipe, writeText } from "../../server/gateway/scratch.ts";

/** What a data folder that was written by any version of the sandbox has of a text. */
function plainDigest(secret: Uint8Array, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
}

/** The plain definition of the text that a request's digest is made of. */
function canonical(value: Json, leftOut?: string): string {
  if (typeof value === "string") return `"${value.length}:${value}`;
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonical(item)).join("")}]`;
  if (!isObject(value)) return `${JSON.stringify(value)},`;
  const names = Object.keys(value).filter((name) => name !== leftOut);
  const members = names.sort().map((name) => `${name.length}:${name}${canonical(value[name] ?? null)}`);
  return `{${members.join("")}}`;
}

function digestOf(digest: KeyedDigest, text: string): string {
  return digest((out) => {
    writeText(out, text);
  });
}

const SECRET = Uint8Array.from({ length: 32 }, (_byte, index) => index * 7);
const fingerprints = createFingerprints(SECRET);

/** Few names, so that rows of them come again in other orders and lengths; and any text, also none that is Unicode. */
const names = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "ab",
    "é",
    "correlationId",
    "__proto__",
    "10",
    "9",
    "5123450000000008",
    "n".repeat(70),
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 90 }), fc.string({ maxLength: 90 }));
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    texts,
    fc.constantFrom<Json>("\ud83d", "\ude00", null, true, 0.1),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(names, tie("value")), { maxLength: 6, selector: ([name]) => name })
      .map((members) => members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`))
      .map((members) => JSON.parse(`{${members.join(",")}}`) as Json),
  ),
}));

describe("fingerprints", () => {
  it("of requests are those of the plain definition", () => {
    fc.assert(
      fc.property(values, (body) => {
        const plain = plainDigest(SECRET, "request", canonical(body, "correlationId"));
        expect(fingerprints.request(body)).to.equal(plain);
      }),
      { numRuns: 2_000 },
    );
  });

  it("of requests do not depend on the order of members, however many there are", () => {
    const members = Array.from({ length: 100 }, (_member, index): [string, Json] => [`m${index}`, index]);
    fc.assert(
      fc.property(fc.shuffledSubarray(members), (some) => {
        const plain = plainDigest(SECRET, "request", canonical(Object.fromEntries(some)));
        expect(fingerprints.request(Object.fromEntries(some))).to.equal(plain);
        expect(fingerprints.request(Object.fromEntries(some.toReversed()))).to.equal(plain);
      }),
    );
  });

  it("of requests stay right when more rows of names have come than are remembered", () => {
    for (let index = 0; index < 5_000; index += 1) fingerprints.request({ [`row${index}`]: 1, a: 2 });
    const body = { row1: 1, a: 2 };
    expect(fingerprints.request(body)).to.equal(plainDigest(SECRET, "request", canonical(body)));
  });

  it("of cards and pages are those of the library's HMAC", () => {
    expect(fingerprints.card("5123450000000008")).to.equal(plainDigest(SECRET, "card", "5123450000000008"));
    const page = Buffer.from(plainDigest(SECRET, "page", '["a","é"]'), "base64url").toString("hex");
    expect(fingerprints.page("a", "é")).to.equal(page.slice(0, 32));
  });
});

describe("keyed digests", () => {
  it("are the library's HMAC for keys and texts of any length", () => {
    const keys = fc.uint8Array({ maxLength: 150 });
    fc.assert(
      fc.property(keys, fc.array(texts), fc.nat(30_000), (key, parts, more) => {
        const text = parts.join("") + "x".repeat(more);
        const digest = keyedDigest(key);
        const plain = createHmac("sha256", key).update(text).digest("base64url");
        const digests = [digestOf(digest, text), digestOf(digest, text)];
        expect(digests).to.deep.equal([plain, plain]);
      }),
    );
  });

  it("leave nothing of what was written, also when writing it fails", () => {
    const head = Uint8Array.of(1, 2);
    for (const text of ["5123450000000008", "é5123450000000008", "5123450000000008".repeat(5_000)]) {
      const out = newScratch(head);
      writeText(out, "1234");
      const before = out.bytes;
      writeText(out, text);
      wipe(out);
      const used = [...out.bytes, ...before].filter((byte) => byte !== 0);
      expect(used).to.deep.equal(before === out.bytes ? [1, 2, 1, 2] : [1, 2]);
      expect([out.end, out.bytes.length]).to.deep.equal([2, 16_384]);
    }
    const digest = keyedDigest(SECRET);
    const failing = () =>
      digest((out) => {
        writeText(out, "half");
        throw new Error("no more");
      });
    expect(failing).to.throw("no more");
    const plain = createHmac("sha256", SECRET).update("whole").digest("base64url");
    expect(digestOf(digest, "whole")).to.equal(plain);
  });
});
