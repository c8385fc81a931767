import { expect } from "chai";
import fc from "fast-check";
import { maskNumber } from "../../../server/domain/card/card.ts";
import { isObject } from "../../../server/domain/json.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { asWritten } from "../../../server/gateway/answers/members/scalar.ts";
import { joinStreet, collectMembers } from "../../../server/gateway/answers/members/collect.ts";
import { ranksOf } from "../../../server/gateway/answers/members/shape.ts";
import type { Group, Kind } from "../../../server/gateway/answers/members/shape.ts";
import { ORDER } from "../../../server/gateway/answers/shapes/order.ts";
import { SHIPPING } from "../../../server/gateway/answers/shapes/echo-groups.ts";
import { SOURCE_OF_FUNDS } from "../../../server/gateway/answers/shapes/source-of-funds.ts";

/** What is picked, member by member of all that the shape names. */
function plainly(shape: Group, sources: readonly JsonObject[], own: JsonObject): JsonObject | undefined {
  const from = shape.kind === "address" ? sources.slice(0, 1) : sources;
  const found = shape.members.map(({ name, kind }) => memberOf(kind, name, from, own[name]));
  if (found.every((value) => value === undefined)) return undefined;
  if (shape.kind === "address") joinStreet(shape, found);
  const entries = shape.members.map(({ name, rank }) => [name, found[rank]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function memberOf(
  kind: Kind,
  name: string,
  sources: readonly JsonObject[],
  own: Json | undefined,
): Json | undefined {
  const values = sources.map((source) => source[name]).filter((value) => value !== undefined);
  const groups = values.filter(isObject);
  if (kind === "own") return own;
  if (kind === "custom") return customOf(groups);
  if (typeof kind === "string") return values.map((it) => asWritten(kind, it)).find(isThere) ?? own;
  if (kind.kind === "list") return values.map((it) => itemsOf(kind.item, it)).find(isThere);
  if (groups.length === 0 && kind.kind !== "computed") return undefined;
  return plainly(kind, groups, isObject(own) ? own : {});
}

function itemsOf(item: Group, value: Json): Json | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return (value as readonly Json[]).map((it) => (isObject(it) ? (plainly(item, [it], {}) ?? {}) : {}));
}

function customOf(groups: readonly JsonObject[]): JsonObject | undefined {
  const names = [...new Set(groups.flatMap(Object.keys))].filter((name) => /^[0-9A-Za-z]{1,99}$/.test(name));
  const entries = names
    .sort()
    .map((name) => [name, groups.map((it) => it[name]).find((it) => typeof it === "string" && it !== "")]);
  const custom = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
  return Object.keys(custom).length === 0 ? undefined : custom;
}

function isThere(value: Json | undefined): boolean {
  return value !== undefined;
}

const OWN: readonly Json[] = [true, 0, "", "1.50", "05", [], {}, ["x"], { city: "x" }];
/** No value of the gateway's own is null. */
const SENT: readonly Json[] = [null, ...OWN];

/** Bodies of some members that the shape names, in any order, with values of any kind and with members of no name. */
function bodyOf(shape: Group, values: readonly Json[]): fc.Arbitrary<JsonObject> {
  const named = shape.members.map(({ name, kind }) => fc.tuple(fc.constant(name), valueOf(kind, values)));
  const stray = fc.tuple(fc.constantFrom("constructor", "unheardOf", "0", "toString"), fc.string());
  const entries = fc.uniqueArray(fc.oneof(...named, stray), { selector: ([name]) => name, maxLength: 12 });
  return entries.map((them) => Object.fromEntries(them) as JsonObject);
}

function valueOf(kind: Kind, values: readonly Json[]): fc.Arbitrary<Json> {
  const any = fc.oneof(fc.constantFrom(...values), fc.string());
  if (kind === "custom") return fc.dictionary(fc.constantFrom("b", "A", "9", "10", "a b"), any);
  if (typeof kind === "string") return any;
  if (kind.kind === "list") return fc.oneof(fc.array(bodyOf(kind.item, values), { maxLength: 2 }), any);
  return fc.oneof({ arbitrary: bodyOf(kind, values), weight: 4 }, { arbitrary: any, weight: 1 });
}

describe("members that answers pick from requests", () => {
  for (const [name, shape] of Object.entries({ ORDER, SHIPPING, SOURCE_OF_FUNDS })) {
    it(`are those of ${name} that a walk over all of them finds, in the same order`, () => {
      const sources = fc.array(bodyOf(shape, SENT), { maxLength: 3 });
      fc.assert(
        fc.property(sources, bodyOf(shape, OWN), (bodies, own) => {
          const [picked, expected] = [collectMembers(shape, bodies, own), plainly(shape, bodies, own)];
          expect(JSON.stringify(picked)).to.equal(JSON.stringify(expected));
        }),
      );
    });
  }

  it("mask every number, whether it is masked already or not", () => {
    const hidden = fc.stringMatching(/^\d{6}x{1,9}\d{4}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^\d{1,19}$/), hidden), (text) => {
        expect(asWritten("masked", text)).to.equal(maskNumber(text));
      }),
    );
  });

  it("have ranks only where the shape names them", () => {
    expect(ranksOf(ORDER, ["id"])).to.deep.equal({ id: ORDER.names.indexOf("id") });
    expect(() => ranksOf(ORDER, ["unheardOf"])).to.throw("unheardOf");
  });
});
