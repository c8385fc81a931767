import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { packageContracts } from "../../server/contract/contracts.ts";
import { merged } from "../../server/contract/schema/schema-merge.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { breaks } from "../../server/domain/record/difference.ts";
import type { Difference } from "../../server/domain/record/difference.ts";
import type { Json } from "../../server/domain/json.ts";
import { isObject } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { stepsOf } from "../../server/domain/json-pointer.ts";
import { maskBody } from "../../server/gateway/secrets/masking.ts";
import { bodiesOf } from "./fixtures/bodies.ts";
import { SCHEMAS, productTree } from "./fixtures/schemas.ts";
import { schemaLeaves } from "./limits/schema-leaves.ts";
import { expectedDifferences } from "./upgrade-oracle.ts";

interface Pair {
  readonly operation: Operation;
  readonly from: number;
  readonly to: number;
  /** The request files that decide in each. */
  readonly files: readonly [from: readonly string[], to: readonly string[]];
}

const PAIRS: readonly Pair[] = [
  { operation: "PAY", from: 13, to: 60, files: [["pay.v13"], ["pay.v60"]] },
  { operation: "PAY", from: 60, to: 100, files: [["pay.v60"], ["pay.v100"]] },
  { operation: "PAY", from: 100, to: 13, files: [["pay.v100"], ["pay.v13"]] },
  {
    operation: "PAY",
    from: 30,
    to: 80,
    files: [
      ["pay.v13", "pay.v60"],
      ["pay.v60", "pay.v100"],
    ],
  },
  { operation: "AUTHORIZE", from: 39, to: 48, files: [["authorize.v39"], ["authorize.v48"]] },
  { operation: "CAPTURE", from: 28, to: 100, files: [["capture.v28"], ["capture.v100"]] },
  {
    ...{ operation: "INITIATE_BROWSER_PAYMENT", from: 18, to: 61 },
    files: [["initiate-browser-payment.v18"], ["initiate-browser-payment.v61"]],
  },
];

const contracts = packageContracts({ versions: "merged" });

function treeOf(names: readonly string[]): SchemaNode {
  return names.map((name) => productTree(`requests/${name}.json`)).reduce(merged);
}

/** Bodies of either contract, as they are or with one thing put in the place of another. */
function trafficOf({ files: [from, to] }: Pair): fc.Arbitrary<Json> {
  const valid = fc.oneof({ arbitrary: bodiesOf(treeOf(from)), weight: 3 }, bodiesOf(treeOf(to)));
  const other = fc.oneof(
    fc.constantFrom<Json>(null, {}, [], "", 7, "x".repeat(300), { a: { b: [1, { c: "d" }] }, e: 2 }),
    fc.constant(undefined),
  );
  return fc
    .tuple(valid, fc.option(fc.tuple(fc.nat(), other)))
    .map(([body, change]) => (change ? withChange(body, ...change) : body));
}

/** The body with the value at one of its places replaced, or gone when `other` is undefined. */
function withChange(body: Json, place: number, other: Json | undefined): Json {
  const places = placesOf(body).slice(1);
  const target = places[place % places.length] ?? "";
  const visit = (value: Json | undefined, at: string): Json | undefined => {
    if (at === target) return other;
    if (Array.isArray(value))
      return value.map((element: Json, index) => visit(element, `${at}/${index}`) ?? null);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(
      ([name, member]) => [name, visit(member, `${at}/${name}`)] as const,
    );
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  return visit(body, "") ?? {};
}

function placesOf(value: Json | undefined, at = ""): readonly string[] {
  const members = isObject(value) || Array.isArray(value) ? Object.entries<Json | undefined>(value) : [];
  return [at, ...members.flatMap(([name, member]) => placesOf(member, `${at}/${name}`))];
}

function differencesOf(pair: Pair, body: Json, mode: "strict" | "gateway" = "strict"): readonly Difference[] {
  const { operation, from, to } = pair;
  return contracts.compare({ operation, from, to, mode, body, text: JSON.stringify(body) }).differences;
}

function line(difference: Difference): string {
  return `${breaks(difference) ? "breaks" : "taken"} ${difference.code} ${difference.pointer}`;
}

/** The member of a schema file that a JSON pointer leads to. */
function valueIn(file: string, pointer: string): unknown {
  const content: unknown = JSON.parse(readFileSync(new URL(file, SCHEMAS), "utf8"));
  return stepsOf(pointer).reduce<unknown>(
    (value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
    content,
  );
}

describe("upgrade check of one request", () => {
  for (const pair of PAIRS) {
    const { operation, from, to, files } = pair;
    const name = `${operation} ${from} to ${to}`;

    for (const mode of ["strict", "gateway"] as const) {
      it(`names for ${name}, mode ${mode}, every difference that the body touches, and no other`, () => {
        fc.assert(
          fc.property(trafficOf(pair), (body) => {
            const expected = expectedDifferences(contracts, { operation, mode, body }, { from, to });
            expect(differencesOf(pair, body, mode).map(line).sort()).to.deep.equal(expected);
          }),
          { numRuns: 150 },
        );
      });
    }

    it(`calls unknown for ${name} what no schema file of the new version has`, () => {
      const leaves = files[1].flatMap((file) => schemaLeaves(`requests/${file}.json`).leaves);
      const known = leaves.map(({ path }) => path);
      fc.assert(
        fc.property(bodiesOf(treeOf(files[0])), (body) => {
          const sent = placesOf(body).filter(
            (place, _, all) => !all.some((it) => it.startsWith(`${place}/`)),
          );
          const gone = sent.filter((place) => !known.some((path) => isWithin(path, pathIn(place))));
          const named = differencesOf(pair, body).filter(({ code }) => code === "unknown");
          expect(named.map(({ pointer }) => pointer).sort()).to.deep.equal([...gone].sort());
        }),
        { numRuns: 50 },
      );
    });

    it(`names for ${name} places that are in the schema files, and new names that the new version knows`, () => {
      const paths = files[1].flatMap((file) =>
        schemaLeaves(`requests/${file}.json`).leaves.map((it) => it.path),
      );
      fc.assert(
        fc.property(trafficOf(pair), (body) => {
          for (const difference of differencesOf(pair, body)) {
            for (const place of [difference.from, difference.to]) {
              expect(valueIn(place.file, place.pointer), `${place.file}#${place.pointer}`).to.not.equal(
                undefined,
              );
            }
            const newName = difference.newName?.replaceAll("[n]", "[0]");
            expect(difference.kind === "renamed").to.equal(newName !== undefined);
            if (newName === undefined) continue;
            const isKnown = paths.some(
              (path) => path === newName || /^[.[]/.test(path.slice(newName.length)),
            );
            expect(isKnown, newName).to.equal(true);
          }
        }),
        { numRuns: 50 },
      );
    });

    it(`tells for ${name} the same of a masked body, but for the values that are masked`, () => {
      fc.assert(
        fc.property(trafficOf(pair), (body) => {
          const sent = withoutNumbersInText(body);
          const masked = maskBody(sent);
          const asked = { operation, from, to, mode: "strict", text: JSON.stringify(masked) } as const;
          const told = contracts.compare({ ...asked, body: masked, mask: maskBody }).differences.map(line);
          const real = differencesOf(pair, sent).map(line);
          // That a masked value was refused before, too, is not to be seen any more.
          const more = told.filter((it) => !real.includes(it));
          expect(more.filter((it) => !CARD_DATA.test(it))).to.deep.equal([]);
          const lost = real.filter((it) => !told.includes(it));
          expect(lost.filter((it) => / (unknown|missing) /.test(it) || !CARD_DATA.test(it))).to.deep.equal(
            [],
          );
        }),
        { numRuns: 100 },
      );
    });
  }

  it("does not call taken what the new version refuses with the group around it, such as a null in a list", () => {
    const body = {
      apiOperation: "CAPTURE",
      order: { item: [null, { name: "Shoes", quantity: "1", unitPrice: "5.00" }] },
      transaction: { amount: "5.00", currency: "EUR" },
    };
    const pair = { operation: "CAPTURE", from: 28, to: 100, files: [[], []] } as const;
    expect(differencesOf(pair, body, "gateway").map(line)).to.deep.equal([
      "breaks unknown /order/item/1/name",
      "breaks unknown /order/item/1/quantity",
      "breaks unknown /order/item/1/unitPrice",
    ]);
  });
});

/** A pointer as the reader of schema files writes paths: lists at their first element, maps at one name. */
function pathIn(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/^(order|risk)\/custom\/.*/, "$1/custom/campaign7")
    .replaceAll(/\/\d+(?=\/|$)/g, "[0]")
    .replaceAll("/", ".");
}

/** Whether the path is the other one, or leads on from it. */
function isWithin(path: string, other: string): boolean {
  return path === other || (path.startsWith(other) && /^[.[]/.test(path.slice(other.length)));
}

/** Values of other members are masked by what they look like, which nobody can tell afterwards. */
function withoutNumbersInText(body: Json): Json {
  const text = JSON.stringify(body).replaceAll("5123450000000008", "5123450000000007");
  return JSON.parse(text.replaceAll(/:\d{14,}(?=[,}])/g, ":7")) as Json;
}

const CARD_DATA =
  /(number|payload|[cC]ryptogram|track[12]|securityCode|emvRequest|[pP]aymentToken|identifier|iban|maskedFpan|pin)\b/i;
