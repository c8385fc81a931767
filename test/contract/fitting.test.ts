import { expect } from "chai";
import fc from "fast-check";
import { fitting } from "../../server/contract/judge/fitting.ts";
import { merged } from "../../server/contract/schema/schema-merge.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { isObject } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { bodiesOf } from "./fixtures/bodies.ts";
import { fitting as validating, neighbouringFiles, productTree, requestFiles } from "./fixtures/schemas.ts";

/** Undefined: the member or item is gone. */
const ODD: readonly (Json | undefined)[] = [
  ...[undefined, null, true, [], ["a"], {}, { a: 1 }, { surprise: "a" }],
  ...[0, -1, 1.5, 1e15, "", "a", "é", "😀", "\ud83d", " "],
  ...[
    "2030-02-28",
    "2030-02-29",
    "2030-01-31T10:20:30Z",
    "2030-01-31T25:20:30Z",
    "2030-01-31 10:20:30+01:00",
  ],
  ...[0.1, 0.30000000000000004, 12.345, 0.123456789, 99],
  ...[2, 3, 21, 40, 127, 250, 260].flatMap((length) => ["1".repeat(length), "😀".repeat(length)]),
  ...(JSON.parse('[{"__proto__":"a"},{"constructor":"a"}]') as Json[]),
];

/** The body with something odd in the place that the numbers lead to. */
function spoiled(value: Json, way: readonly number[], odd: Json | undefined): Json | undefined {
  const [step = 0, ...rest] = way;
  if (way.length === 0) return odd;
  if (Array.isArray(value)) {
    const at = step % Math.max(value.length, 1);
    return value.flatMap((item: Json, index) => kept(index === at ? spoiled(item, rest, odd) : item));
  }
  if (!isObject(value)) return odd;
  const entries = Object.entries(value);
  const at = step % (entries.length + 1);
  // One place more than there are members: for one that the contract does not know, or not there.
  const all = at === entries.length ? [...entries, ["more", null] as const] : entries;
  return Object.fromEntries(
    all.flatMap(([name, member], index) =>
      kept(index === at ? spoiled(member ?? null, rest, odd) : (member ?? null)).map((one) => [name, one]),
    ),
  );
}

function kept(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}

function bodies(tree: SchemaNode): fc.Arbitrary<Json> {
  const ways = fc.array(fc.nat(50), { maxLength: 5 });
  const faulty = fc
    .tuple(bodiesOf(tree), ways, fc.constantFrom(...ODD))
    .map(([body, way, odd]) => kept(spoiled(body, way, odd))[0] ?? {});
  return fc.oneof(bodiesOf(tree), faulty);
}

describe("the short way of judging", () => {
  const trees: readonly (readonly [string, () => SchemaNode])[] = [
    ...requestFiles.map((file) => [file, () => productTree(file)] as const),
    ...neighbouringFiles().map(
      ([one, other]) => [`${one} and ${other}`, () => merged(productTree(one), productTree(other))] as const,
    ),
  ];
  for (const [name, tree] of trees) {
    it(`takes of ${name} exactly what Ajv takes`, () => {
      const whole = tree();
      const [short, long] = [fitting(whole), validating(whole)];
      fc.assert(
        fc.property(bodies(whole), (body) => {
          expect(short(body)).to.equal(long(body));
        }),
        { numRuns: 40 },
      );
    });
  }

  it("takes nothing that a keyword is about that it does not know", () => {
    const text: SchemaNode = { type: "string", "x-source": "assumed", description: "a text" };
    expect(fitting(text)("a")).to.equal(true);
    for (const node of [
      { ...text, format: "ipv4" },
      { ...text, not: {} },
      { type: "null" },
      { type: "object" },
    ]) {
      expect(fitting(node)("192.0.2.1"), JSON.stringify(node)).to.equal(false);
      expect(fitting({ type: "array", items: node })(["192.0.2.1"]), JSON.stringify(node)).to.equal(false);
    }
  });
});
