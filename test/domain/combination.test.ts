import { expect } from "chai";
import fc from "fast-check";
import { combine, without } from "../../server/domain/request/combination.ts";
import { isObject, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { withValue } from "../support/requests.ts";
import { contextFor, merchantWith } from "../operations/pure-gateway.ts";
import { cardComplete } from "../../server/domain/rules/card/card.ts";

const CARD = "sourceOfFunds.provided.card";
const MEMBERS = ["number", "expiry.month", "expiry.year", "securityCode", "nameOnCard"];
const SOURCES = ["request", "session", "token"] as const;
type Source = (typeof SOURCES)[number];

/** Which members each source has: every one of 2^15 ways, drawn at random. */
const anyWays = fc.record(
  Object.fromEntries(SOURCES.map((source) => [source, fc.subarray(MEMBERS)])) as Record<
    Source,
    fc.Arbitrary<string[]>
  >,
);

/** A body whose members say where they are from. */
function bodyOf(source: Source, members: readonly string[]): JsonObject {
  return members.reduce<JsonObject>(
    (body, member) => withValue(body, `${CARD}.${member}`, `${source} ${member}`),
    {},
  );
}

function combinedOf(ways: Readonly<Record<Source, readonly string[]>>): JsonObject {
  return combine(SOURCES.map((source) => bodyOf(source, ways[source])));
}

describe("combining request, session and token", () => {
  it("takes every member of the card from the first that has it: request over session over token", () => {
    fc.assert(
      fc.property(anyWays, (ways) => {
        const body = combinedOf(ways);
        for (const member of MEMBERS) {
          const source = SOURCES.find((it) => ways[it].includes(member));
          const expected = source === undefined ? undefined : `${source} ${member}`;
          expect(valueAt(body, `${CARD}.${member}`), member).to.equal(expected);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("is complete when number and expiry are in any of them, and the refusal says which is missing", () => {
    const ways = (number: Source | undefined, expiry: Source | undefined): JsonObject =>
      combine(
        SOURCES.map((source) => {
          const numbered = number === source ? withValue({}, `${CARD}.number`, "5123450000000008") : {};
          const named = withValue(numbered, `${CARD}.nameOnCard`, "Ann");
          return expiry === source ? withValue(named, `${CARD}.expiry`, { month: "01", year: "39" }) : named;
        }),
      );
    for (const number of [...SOURCES, undefined]) {
      for (const expiry of [...SOURCES, undefined]) {
        const body = {
          apiOperation: "PAY",
          order: { amount: "1", currency: "USD" },
          ...ways(number, expiry),
        };
        const refusal = cardComplete.refuses(contextFor(body, undefined, merchantWith()));
        const missing = number === undefined ? "number" : expiry === undefined ? "expiry" : undefined;
        expect(refusal?.fault?.field, `number: ${String(number)}, expiry: ${String(expiry)}`).to.equal(
          missing && `${CARD}.${missing}`,
        );
      }
    }
  });

  const anyBody = fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__", "constructor"), fc.jsonValue(), {
    noNullPrototype: true,
  }) as fc.Arbitrary<JsonObject>;

  it("loses nothing of the strongest, and is the same in whichever pairs it is done", () => {
    fc.assert(
      fc.property(anyBody, anyBody, anyBody, (request, session, token) => {
        const all = combine([request, session, token]);
        expect(combine([request, all])).to.deep.equal(all);
        expect(combine([request])).to.deep.equal(request);
        expect(Object.keys(all).sort()).to.deep.equal(
          [...new Set([request, session, token].flatMap((body) => Object.keys(body)))].sort(),
        );
      }),
    );
  });

  it("is what taking each value from the first that has it comes to, and the request itself beside nothing", () => {
    const plainly = (stronger: Json | undefined, weaker: Json | undefined): Json | undefined => {
      if (!isObject(stronger) || !isObject(weaker)) return stronger === undefined ? weaker : stronger;
      const names = [...new Set([...Object.keys(stronger), ...Object.keys(weaker)])];
      const own = (body: JsonObject, name: string): Json | undefined =>
        Object.hasOwn(body, name) ? body[name] : undefined;
      return Object.fromEntries(names.map((name) => [name, plainly(own(stronger, name), own(weaker, name))]));
    };
    fc.assert(
      fc.property(anyBody, anyBody, anyBody, (request, session, token) => {
        const all = combine([request, session, token]);
        expect(JSON.stringify(all)).to.equal(JSON.stringify(plainly(request, plainly(session, token))));
        expect(Object.getPrototypeOf(all)).to.equal(Object.prototype);
        expect(combine([request, {}, {}])).to.equal(request);
      }),
    );
  });

  it("takes a list whole, and a text over a group", () => {
    const combined = combine([
      { list: [1], value: "text" },
      { list: [2, 3], value: { of: "group" } },
    ]);
    expect(combined).to.deep.equal({ list: [1], value: "text" });
  });

  it("takes one member away and leaves all others, or the very same body when there is none", () => {
    const body = { card: { number: "1", code: "2" }, order: {} };
    expect(without(body, "card.code")).to.deep.equal({ card: { number: "1" }, order: {} });
    for (const path of ["card.pin", "order.amount.more", "other", "card.number.more"])
      expect(without(body, path), path).to.deep.equal(body);
    expect(without(body, "other")).to.equal(body);
  });
});
