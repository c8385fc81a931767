import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { isObject } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { createFingerprints } from "../../server/gateway/secrets/fingerprints.ts";

const SECRET = Uint8Array.from({ length: 32 }, (_byte, index) => index * 7);
const fingerprints = createFingerprints(SECRET);

/** What a data folder that was written by any version of the sandbox has of a text. */
function kept(text: string): string {
  return createHmac("sha256", SECRET).update(text).digest("base64url");
}

/** Few names and few texts, so that two bodies are often alike; marks of the canonical text among them. */
const names = fc.constantFrom("a", "b", "ab", "é", "correlationId", "__proto__", "10", "9");
const texts = fc.oneof(fc.constantFrom("", "a", '"1:a', "1:a", "}", "é"), fc.string({ maxLength: 3 }));
const { value: bodies } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    texts,
    fc.constantFrom<Json>(null, true, 0, 1, 0.1, [], {}, ["a"]),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(names, tie("value")), { maxLength: 4, selector: ([name]) => name })
      .map((members) => Object.fromEntries(members) as Json),
  ),
}));

/** The same with all members the other way round. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(turned);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => [name, turned(part ?? null)] as const);
  return Object.fromEntries(members.reverse());
}

function withoutCorrelation(body: Json): Json {
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "correlationId"));
}

describe("fingerprints", () => {
  const FIXED: readonly (readonly [name: string, body: Json, text: string])[] = [
    ["members in any order", { b: "x", a: [1, null] }, '{1:a[1,null,]1:b"1:x}'],
    [
      "a correlationId at the top",
      { correlationId: "c", a: { correlationId: "d" } },
      '{1:a{13:correlationId"1:d}}',
    ],
    ["text outside of ASCII, and half a character", { é: "é\ud83d" }, '{1:é"2:é\ud83d}'],
    ["a name with a meaning", JSON.parse('{"__proto__":"x","9":true}') as Json, '{1:9true,9:__proto__"1:x}'],
    ["no object", "text", '"4:text'],
  ];
  for (const [name, body, text] of FIXED) {
    it(`of requests are those that data folders hold: ${name}`, () => {
      expect(fingerprints.request(body)).to.equal(kept(`request\0${text}`));
    });
  }

  it("of cards and pages are those that data folders hold", () => {
    expect(fingerprints.card("5123450000000008")).to.equal(kept("card\u00005123450000000008"));
    const page = Buffer.from(kept('page\0["a","é"]'), "base64url").toString("hex");
    expect(fingerprints.page("a", "é")).to.equal(page.slice(0, 32));
  });

  it("of cards are the same when they are kept, which only cards that nobody can have are", () => {
    const asked: string[] = [];
    const keeping = createFingerprints(SECRET, (number) => {
      asked.push(number);
      return number.startsWith("5");
    });
    for (let times = 0; times < 3; times += 1)
      for (const number of ["5123450000000008", "4508750015741019"])
        expect(keeping.card(number)).to.equal(kept(`card\0${number}`));
    expect(asked).to.deep.equal(["5123450000000008", ...Array<string>(3).fill("4508750015741019")]);
  });

  it("of long texts are the same as of short ones, and a key may be long", () => {
    for (const length of [4_000, 4_089, 4_090, 10_000])
      for (const text of ["x".repeat(length), "€".repeat(length)])
        expect(fingerprints.card(text), `${text.charAt(0)} ${length} times`).to.equal(kept(`card\0${text}`));
    const secret = Uint8Array.from({ length: 100 }, (_byte, index) => index);
    const expected = createHmac("sha256", secret).update("card\x005").digest("base64url");
    expect(createFingerprints(secret).card("5")).to.equal(expected);
  });

  it("of requests do not depend on the order of members", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(fingerprints.request(turned(body))).to.equal(fingerprints.request(body));
      }),
      { numRuns: 1_000 },
    );
  });

  it("of requests are the same exactly when all but the correlationId is", () => {
    fc.assert(
      fc.property(bodies, bodies, (one, other) => {
        const isSame = isDeepStrictEqual(withoutCorrelation(one), withoutCorrelation(other));
        expect(fingerprints.request(one) === fingerprints.request(other)).to.equal(isSame);
      }),
      { numRuns: 2_000 },
    );
  });
});
