import { expect } from "chai";
import fc from "fast-check";
import { packageContracts } from "../../server/contract/contracts.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { maskBody } from "../../server/gateway/secrets/masking.ts";
import { tallied } from "../../server/verdict/upgrade/tally.ts";
import type { UpgradeTally } from "../../server/verdict/upgrade/tally.ts";
import { versionsOf } from "../../server/verdict/upgrade/versions.ts";
import { pay, withValue } from "../support/requests.ts";
import { exchangeOf } from "./upgrade-traffic.ts";

const contracts = packageContracts({ versions: "merged" });
const TO_100 = { from: undefined, to: 100 };

const shipped = (firstName: string): JsonObject => ({ ...pay(), shipping: { firstName } });

/** Bodies of which some differ in a single value, so that one is taken and the other is not. */
const BODIES: readonly JsonObject[] = [
  pay(),
  shipped("Ann"),
  shipped("x".repeat(51)),
  withValue(pay(), "customer.phone", "040 123456"),
  withValue(pay(), "customer.phone", "+49 40123456"),
  withValue(pay(), "userId", "clerk"),
];

/** Requests that differ, by member. */
function countsIn({ operations: [only] }: UpgradeTally): Readonly<Record<string, number>> {
  const counts: readonly (readonly [name: string, count: number])[] = [
    ["breaking", only?.breaking ?? 0],
    ...(only?.members ?? []).map(
      ({ example, count }) => [`${example.kind} ${example.member}`, count] as const,
    ),
    ...[...(only?.fine ?? [])].map(([member, count]) => [`fine ${member}`, count] as const),
    ...[...(only?.refused ?? [])].map(([member, count]) => [`refused ${member}`, count] as const),
  ];
  return Object.fromEntries(counts);
}

describe("bodies that come again", () => {
  const of = (bodies: readonly JsonObject[]) =>
    bodies.map((body, index) => exchangeOf({ id: String(index), body }));

  it("are held against two contracts once, and those that differ in a value anew", async () => {
    const asked: number[] = [];
    const compare: typeof contracts.compare = (question) => {
      asked.push(question.to);
      return contracts.compare(question);
    };
    const parts = { contracts: { ...contracts, compare }, mask: maskBody };
    const traffic = of([shipped("Ann"), shipped("Ann"), shipped("x".repeat(51)), shipped("Ann")]);
    const { operations } = await tallied(parts, traffic, TO_100);
    expect(asked).to.deep.equal([100, 100]);
    expect(operations[0]).to.include({ requests: 4, breaking: 3 });
    asked.length = 0;
    const versions = await versionsOf(parts, traffic);
    expect(asked).to.have.length(2 * (versions.operations[0]?.spans.length ?? 0));
  });

  it("count as if each had come alone", async () => {
    const parts = { contracts, mask: maskBody };
    const alone = await Promise.all(
      BODIES.map(async (body) => countsIn(await tallied(parts, of([body]), TO_100))),
    );
    const places = fc.array(fc.nat(BODIES.length - 1), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(places, async (chosen) => {
        const bodies = chosen.map((place) => BODIES[place] ?? {});
        const sums = new Map<string, number>();
        for (const [name, count] of chosen.flatMap((place) => Object.entries(alone[place] ?? {})))
          sums.set(name, (sums.get(name) ?? 0) + count);
        expect(countsIn(await tallied(parts, of(bodies), TO_100))).to.deep.equal(Object.fromEntries(sums));
      }),
      { numRuns: 30 },
    );
  });
});
