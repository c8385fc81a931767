import { expect } from "chai";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, refund, voidOf } from "../support/requests.ts";
import { play, refused } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const TEN = Array.from({ length: 10 }, (_, index) => index);
const ROUNDS = [1, 2, 3, 4, 5];

const statusesOf = (answers: readonly Response[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe("ten requests at once", () => {
  const running = suiteSandbox();
  const client = clientOn(running);

  const race = (order: string, body: JsonObject): Promise<readonly Response[]> =>
    Promise.all(TEN.map((index) => client.put({ order, transaction: `racer-${index}`, body })));

  const stored = async (order: string): Promise<{ readonly transaction: readonly JsonObject[] }> =>
    (await client.getOrder(order)).body as { readonly transaction: readonly JsonObject[] };

  /** What races, on which order, and how many of the ten may win. */
  const races: readonly (readonly [string, readonly JsonObject[], JsonObject, number, object])[] = [
    [
      "captures of the full amount",
      [authorize()],
      capture(),
      1,
      { totalCapturedAmount: 100, status: "CAPTURED" },
    ],
    ["captures of a third", [authorize()], capture("33.33"), 3, { totalCapturedAmount: 99.99 }],
    ["refunds of the full amount", [pay()], refund(), 1, { totalRefundedAmount: 100, status: "REFUNDED" }],
    ["voids of a payment", [pay()], voidOf("1"), 1, { totalCapturedAmount: 0, status: "CANCELLED" }],
    ["payments of a new order", [], pay(), 1, { totalCapturedAmount: 100, status: "CAPTURED" }],
  ];
  for (const [number, [what, before, body, winners, after]] of races.entries()) {
    it(`that are ${what}: ${winners} of them wins, the others are refused, and the totals are right`, async () => {
      for (const round of ROUNDS) {
        const order = `race-${number}-${round}`;
        await play(client, order, before);
        const answers = await race(order, body);
        expect(statusesOf(answers)).to.deep.equal({ 201: winners, 400: TEN.length - winners });
        const found = await stored(order);
        expect(found).to.include(after);
        expect(found.transaction).to.have.length(before.length + winners);
      }
    });
  }

  it("that are one and the same payment: one is made, nine get its answer, and there is one transaction", async () => {
    for (const round of ROUNDS) {
      const order = `same-${round}`;
      const answers = await Promise.all(TEN.map(() => client.put({ order, transaction: "1", body: pay() })));
      expect(statusesOf(answers)).to.deep.equal({ 200: 9, 201: 1 });
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      expect((await stored(order)).transaction).to.have.length(1);
    }
  });

  it("that are ten payments under one id: one is made, nine are refused for the id", async () => {
    for (const round of ROUNDS) {
      const order = `id-${round}`;
      const answers = await Promise.all(
        TEN.map((index) => client.put({ order, transaction: "1", body: pay(`${index + 1}.00`) })),
      );
      expect(statusesOf(answers)).to.deep.equal({ 201: 1, 400: 9 });
      const fields = answers.filter(({ status }) => status === 400).map((it) => refused(it).field);
      expect(new Set(fields)).to.deep.equal(new Set(["transaction.id"]));
      expect((await stored(order)).transaction).to.have.length(1);
    }
  });

  it("of different orders do not hinder one another", async () => {
    const answers = await Promise.all(
      TEN.map((index) => client.put({ order: `apart-${index}`, transaction: "1", body: pay() })),
    );
    expect(statusesOf(answers)).to.deep.equal({ 201: 10 });
  });
});
