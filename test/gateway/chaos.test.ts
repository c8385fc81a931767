import { expect } from "chai";
import fc from "fast-check";
import { isObject } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { CHAOS_PREFIX, chaotic } from "../../server/gateway/answers/made-up/chaos.ts";
import { withoutChaos } from "../support/without-chaos.ts";

/** Bodies of groups, lists and plain values, with names that JavaScript treats in ways of its own among them. */
const { body } = fc.letrec<{ readonly body: JsonObject; readonly value: Json }>((tie) => ({
  body: fc.dictionary(
    fc.oneof(fc.constantFrom("order", "custom", "__proto__", "17"), fc.string()),
    tie("value"),
    { maxKeys: 6 },
  ),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("body"),
  ),
}));

const ANSWER: JsonObject = {
  merchant: "TESTCHAOS",
  order: { amount: 100, currency: "USD", custom: { mine: "1", other: "2" }, id: "order-1" },
  result: "SUCCESS",
  transaction: [
    { amount: 1, id: "1" },
    { amount: 2, id: "2" },
  ],
};

/** Every group outside of a merchant's own members. */
function groupsOf(value: Json | undefined, name = ""): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => groupsOf(item, name));
  if (!isObject(value) || name === "custom") return [];
  return [value, ...Object.entries(value).flatMap(([member, inner]) => groupsOf(inner, member))];
}

const isAdded = (name: string): boolean => name.startsWith(CHAOS_PREFIX);

describe("a chaotic answer", () => {
  it("keeps every value and the order of every list", () => {
    fc.assert(
      fc.property(body, fc.nat(), (given, seed) => {
        expect(withoutChaos(chaotic(given, seed))).to.deep.equal(given);
      }),
    );
  });

  it("is the same for the same seed, byte for byte, and another for another", () => {
    fc.assert(
      fc.property(body, fc.nat(), (given, seed) => {
        expect(JSON.stringify(chaotic(given, seed))).to.equal(JSON.stringify(chaotic(given, seed)));
      }),
    );
    const texts = Array.from({ length: 20 }, (_, seed) => JSON.stringify(chaotic(ANSWER, seed)));
    expect(new Set(texts).size).to.equal(20);
  });

  it("does not touch the body that it is made from", () => {
    const text = JSON.stringify(ANSWER);
    chaotic(ANSWER, 1);
    expect(JSON.stringify(ANSWER)).to.equal(text);
  });

  it("has more members in every group, but in none of the merchant's own", () => {
    const answer = chaotic(ANSWER, 7);
    const own = groupsOf(answer).filter((group) => Object.keys(group).some((name) => !isAdded(name)));
    // The answer itself, its order and its two transactions; parts of what was added are no groups of the answer.
    const known = own.filter((group) => ["merchant", "currency", "id"].some((name) => name in group));
    expect(known).to.have.length(4);
    for (const group of known) expect(Object.keys(group).some(isAdded), JSON.stringify(group)).to.equal(true);
    expect((answer["order"] as JsonObject)["custom"]).to.deep.equal({ mine: "1", other: "2" });
  });

  it("shuffles the members at every level", () => {
    const orders = (pick: (answer: JsonObject) => unknown): number => {
      const seen = Array.from({ length: 50 }, (_, seed) =>
        Object.keys(pick(chaotic(ANSWER, seed)) as object)
          .filter((name) => !isAdded(name))
          .join(),
      );
      return new Set(seen).size;
    };
    expect(orders((answer) => answer)).to.be.greaterThan(10);
    expect(orders((answer) => answer["order"])).to.be.greaterThan(10);
    expect(orders((answer) => (answer["order"] as JsonObject)["custom"])).to.equal(2);
    expect(orders((answer) => (answer["transaction"] as readonly Json[])[1])).to.equal(2);
  });

  it("brings values of every type that JSON has, null apart", () => {
    const types = Array.from({ length: 200 }, (_, seed) => chaotic({}, seed)).flatMap((answer) =>
      Object.values(answer).map((value) => (Array.isArray(value) ? "list" : typeof value)),
    );
    expect([...new Set(types)].sort()).to.deep.equal(["boolean", "list", "number", "object", "string"]);
    for (const seed of [1, 2, 3]) expect(JSON.stringify(chaotic(ANSWER, seed))).to.not.contain("null");
  });
});
