import { expect } from "chai";
import fc from "fast-check";
import type { Json } from "../../server/domain/json.ts";
import { lexemesOf, retyped } from "../../server/contract/judge/leniency.ts";

/** Texts that could be taken for the end of a text, for numbers or for escapes. */
const tricky = fc.constantFrom('"', "\\", '\\"', "1.50", '":1,"', "{", "\u2028", "é", "\n");
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.array(tricky).map((parts) => parts.join("")),
    fc.constantFrom(true, false, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(tricky, fc.constantFrom("a", "b/c", "__proto__")), tie("value"), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).value;

describe("lexemes of numbers", () => {
  it("are what was written, with zeros and exponents", () => {
    expect(lexemesOf('{"a":10.50,"b":[-0,1E+2,"1.50\\"2.50"],"3":0.10}')).to.deep.equal({
      a: "10.50",
      b: ["-0", "1E+2", '1.50"2.50'],
      "3": "0.10",
    });
  });

  it("stand where the numbers stood, and nothing else changes", () => {
    fc.assert(
      fc.property(value, (body) => {
        expect(lexemesOf(JSON.stringify(body))).to.deep.equal(texts(body));
      }),
    );
  });

  it("replace only the values that are named, and texts by what they write", () => {
    const text = '{"a":{"b/c":1.0,"d":2.0},"e":[3.0,4.0,"5.0"],"f":"6","g":"true"}';
    const pointers = new Set(["/a/b~1c", "/e/1", "/e/2", "/g"]);
    expect(retyped(JSON.parse(text) as Json, lexemesOf(text), pointers)).to.deep.equal({
      a: { "b/c": "1.0", d: 2 },
      e: [3, "4.0", 5],
      f: "6",
      g: true,
    });
  });
});

function texts(body: Json): unknown {
  if (typeof body === "number") return JSON.stringify(body);
  if (typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) return body.map(texts);
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, texts(member as Json)]));
}
