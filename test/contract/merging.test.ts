import { expect } from "chai";
import fc from "fast-check";
import type { Json } from "../../server/domain/json.ts";
import { merged } from "../../server/contract/schema/schema-merge.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { bodiesOf } from "./fixtures/bodies.ts";
import { fitting, neighbouringFiles, productTree } from "./fixtures/schemas.ts";

const text = (minLength: number, maxLength: number, more: object = {}): SchemaNode => ({
  type: "string",
  minLength,
  maxLength,
  ...more,
});
const digits = (minLength: number, maxLength: number) => text(minLength, maxLength, { pattern: "^[0-9]+$" });
const oneOf = (...values: readonly string[]): SchemaNode => ({ type: "string", enum: values });
const integer = (minimum: number, maximum: number): SchemaNode => ({ type: "integer", minimum, maximum });

interface Case {
  readonly name: string;
  readonly lower: SchemaNode;
  readonly higher: SchemaNode;
  readonly taken: readonly Json[];
  readonly refused: readonly Json[];
}

/** Two rules for one value, and what the rule between them takes. */
const CASES: readonly Case[] = [
  {
    name: "the looser length",
    lower: text(2, 3),
    higher: text(1, 5),
    taken: ["a", "aaaaa"],
    refused: ["", "aaaaaa"],
  },
  {
    name: "each end of two lengths",
    lower: text(1, 3),
    higher: text(2, 5),
    taken: ["a", "aaaaa"],
    refused: ["aaaaaa"],
  },
  {
    name: "no limit where one has none",
    lower: text(1, 3),
    higher: { type: "string" },
    taken: ["", "aaaa"],
    refused: [1],
  },
  {
    name: "the looser range",
    lower: integer(1, 99),
    higher: integer(0, 9),
    taken: [0, 99],
    refused: [-1, 100, 1.5],
  },
  {
    name: "all values of two lists",
    lower: oneOf("A", "B"),
    higher: oneOf("B", "C"),
    taken: ["A", "C"],
    refused: ["D"],
  },
  {
    name: "a list and a fixed value",
    lower: { type: "string", const: "A" },
    higher: oneOf("B"),
    taken: ["A", "B"],
    refused: ["C"],
  },
  {
    name: "a plain text beside digits within it",
    lower: digits(1, 3),
    higher: text(1, 5),
    taken: ["abcde", "1"],
    refused: [""],
  },
  {
    name: "digits beside a shorter plain text, each by its own rule",
    lower: digits(4, 4),
    higher: text(1, 3),
    taken: ["1234", "abc"],
    refused: ["abcd"],
  },
  {
    name: "a list beside digits, each by its own rule",
    lower: oneOf("A"),
    higher: digits(1, 2),
    taken: ["A", "12"],
    refused: ["B", "123"],
  },
  {
    name: "a text beside a number",
    lower: digits(1, 3),
    higher: integer(0, 9),
    taken: ["12", 9],
    refused: ["x", 10, null],
  },
  {
    name: "elements by both contracts",
    lower: { type: "array", minItems: 2, items: text(1, 1) },
    higher: { type: "array", minItems: 1, items: text(2, 2) },
    taken: [["a"], ["aa", "a"]],
    refused: [[], ["aaa"]],
  },
];

/** Small contracts as they may meet: objects of leaves, groups and arrays, some members required. */
const leaf: fc.Arbitrary<SchemaNode> = fc.oneof(
  fc.tuple(fc.nat(3), fc.nat(4)).map(([least, more]) => text(least, least + more)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(4)).map(([least, more]) => digits(least, least + more)),
  fc.subarray(["A", "B", "1", "12"], { minLength: 1 }).map((values) => oneOf(...values)),
  fc.tuple(fc.nat(5), fc.nat(9)).map(([least, more]) => integer(least, least + more)),
  fc.constant<SchemaNode>({ type: "boolean" }),
);

const object = (members: fc.Arbitrary<SchemaNode>): fc.Arbitrary<SchemaNode> =>
  fc
    .dictionary(fc.constantFrom("a", "b", "c", "d"), members, { minKeys: 1, noNullPrototype: true })
    .chain((properties) =>
      fc.subarray(Object.keys(properties)).map((required) => ({
        type: "object",
        additionalProperties: false as const,
        properties,
        required,
        "x-origin": [],
      })),
    );

const arrayOf = (items: fc.Arbitrary<SchemaNode>) =>
  items.map((item): SchemaNode => ({ type: "array", minItems: 1, items: item }));

const contract = object(fc.oneof(leaf, object(leaf), arrayOf(object(leaf)), arrayOf(leaf)));

/** A body that fits the tree, out of those the generator draws: a group may ask what its twin forbids. */
function takesAll(mergedTree: SchemaNode, bodies: fc.Arbitrary<Json>, runs: number): void {
  const fits = fitting(mergedTree);
  fc.assert(fc.property(bodies, fits), { numRuns: runs });
}

describe("a contract between two contracts", () => {
  for (const { name, lower, higher, taken, refused } of CASES) {
    it(`takes ${name}`, () => {
      const fits = fitting(merged(lower, higher));
      for (const value of taken) expect(fits(value), JSON.stringify(value)).to.equal(true);
      for (const value of refused) expect(fits(value), JSON.stringify(value)).to.equal(false);
    });
  }

  it("takes whatever the lower contract takes", () => {
    fc.assert(
      fc.property(
        fc
          .tuple(contract, contract)
          .chain(([lower, higher]) => fc.tuple(fc.constant([lower, higher] as const), bodiesOf(lower))),
        ([[lower, higher], body]) => fitting(lower)(body) && fitting(merged(lower, higher))(body),
      ),
      { numRuns: 150 },
    );
  });

  it("takes whatever the higher contract takes, if it has what the lower one requires", () => {
    fc.assert(
      fc.property(
        fc
          .tuple(contract, contract)
          .chain(([lower, higher]) =>
            fc.tuple(fc.constant([lower, higher] as const), bodiesOf(higher, lower)),
          ),
        ([[lower, higher], body]) => {
          fc.pre(hasRequired(lower, body));
          return fitting(merged(lower, higher))(body);
        },
      ),
      { numRuns: 150 },
    );
  });

  for (const [lower, higher] of neighbouringFiles()) {
    it(`takes what ${lower} takes, and what ${higher} takes with what the lower one requires`, () => {
      const [below, above] = [productTree(lower), productTree(higher)];
      takesAll(merged(below, above), bodiesOf(below), 40);
      takesAll(
        merged(below, above),
        bodiesOf(above, below).filter((body) => hasRequired(below, body)),
        40,
      );
    });
  }
});

/** Whether the body has, in every group of it, what the tree requires there. */
function hasRequired(tree: SchemaNode, body: Json | undefined): boolean {
  if (Array.isArray(body)) return body.every((element: Json) => hasRequired(tree.items ?? {}, element));
  if (typeof body !== "object" || body === null || tree.type !== "object") return true;
  const members = body as Readonly<Record<string, Json | undefined>>;
  return (
    (tree.required ?? []).every((name) => members[name] !== undefined) &&
    Object.entries(tree.properties ?? {}).every(([name, node]) => hasRequired(node, members[name]))
  );
}
