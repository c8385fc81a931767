import { expect } from "chai";
import fc from "fast-check";
import { neutralized } from "../../server/contract/schema/aliases.ts";
import { isObject } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";

const ALIASES = {
  members: [
    { parent: "", public: "brandPay", neutral: "walletA" },
    { parent: "walletA", public: "brandId", neutral: "id" },
  ],
  values: [{ path: "walletA.id", public: "BRAND", neutral: "WALLET" }],
};

/** The same, said for these aliases alone: a list stands for its items on the way to a member, and for itself at the end. */
function plainly(body: Json): Json {
  return replaced(renamed(body, "brandPay", "walletA"), "walletA", (member) => {
    const named = renamed(member, "brandId", "id");
    return Array.isArray(named) ? named.map(withNeutralId) : withNeutralId(named);
  });
}

function withNeutralId(wallet: Json): Json {
  return replaced(wallet, "id", (id) => (id === "BRAND" ? "WALLET" : id));
}

function renamed(value: Json, from: string, to: string): Json {
  if (!isObject(value) || Object.hasOwn(value, to)) return value;
  const members = Object.entries(value).map(([name, its]) => [name === from ? to : name, its] as const);
  return Object.fromEntries(members);
}

function replaced(value: Json, name: string, change: (member: Json) => Json): Json {
  if (!isObject(value) || value[name] === undefined) return value;
  return { ...value, [name]: change(value[name]) };
}

const text = fc.constantFrom("BRAND", "WALLET", "brandId", "brandPay");
const leaf: fc.Arbitrary<Json> = fc.oneof(text, fc.array(text, { maxLength: 2 }));
const wallet = fc.record({ brandId: leaf, id: leaf, other: text }, { requiredKeys: [] });
const member: fc.Arbitrary<Json> = fc.oneof(wallet, fc.array(wallet, { maxLength: 2 }), text);
const body = fc.record({ brandPay: member, other: text, walletA: member }, { requiredKeys: [] });

describe("public names", () => {
  it("give way to neutral ones wherever the aliases say, and nowhere else", () => {
    fc.assert(
      fc.property(body, (it) => {
        expect(neutralized(it, ALIASES)).to.deep.equal(plainly(it));
      }),
      { numRuns: 500 },
    );
  });

  it("leave a body alone that has none", () => {
    const sent = { other: "BRAND", walletA: { id: "OTHER", other: "brandId" } };
    expect(neutralized(sent, ALIASES)).to.equal(sent);
  });
});
