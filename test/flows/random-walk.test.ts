import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { expectValidAnswer } from "../support/answers.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import type { Answered } from "./played.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";
import { createChance } from "./walk/chance.ts";
import { openLine } from "./walk/line.ts";
import type { Line } from "./walk/line.ts";
import { DECLINE_REFERENCE } from "./walk/requests.ts";
import { step, totalsIn, totalsOf } from "./walk/walker.ts";
import type { Walker } from "./walk/walker.ts";

const SEED = 20_300_115;
const OPERATIONS = 10_000;
const WALKERS_EACH = 16;

const MERCHANTS = {
  PLAIN: {},
  SECOND: {},
  PRIVILEGED: { privileges: ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"], excessiveRefundPercent: 10 },
};

const RIGHTS = {
  PLAIN: { excessiveCapture: false, excessiveRefundPercent: 0 },
  SECOND: { excessiveCapture: false, excessiveRefundPercent: 0 },
  PRIVILEGED: { excessiveCapture: true, excessiveRefundPercent: 10 },
};

const SCENARIO = { rules: [{ id: "told-to", when: { reference: DECLINE_REFERENCE }, outcome: "DECLINED" }] };

const NAMES = Object.keys(MERCHANTS) as (keyof typeof MERCHANTS)[];

type Lines = Readonly<Record<keyof typeof MERCHANTS, Line>>;

const linesTo = (running: TestSandbox): Lines =>
  Object.fromEntries(NAMES.map((name) => [name, openLine(running.sandbox.url, name)])) as unknown as Lines;

/** Every order of every walker as the sandbox has it, many at a time. */
async function readAll(lines: Lines, walkers: readonly Walker[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const read = async ({ name, orders }: Walker): Promise<void> => {
    const line = lines[name.split("-")[0] as keyof typeof MERCHANTS];
    for (const { id } of orders) found.set(`${name} ${id}`, (await line.getOrder(id)).text);
  };
  await Promise.all(walkers.map(read));
  return found;
}

describe("a random walk of ten thousand operations", function () {
  this.timeout(240_000);
  let running: Started;
  let lines: Lines;
  let walkers: readonly Walker[];
  const statuses = new Map<number, number>();

  const walk = async (walker: Walker, steps: number): Promise<void> => {
    for (let done = 0; done < steps; done += 1) {
      const status = await step(walker);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };

  before(async () => {
    running = await startWith({ merchants: MERCHANTS, scenario: SCENARIO });
    lines = linesTo(running);
    walkers = NAMES.flatMap((merchant, place) =>
      Array.from({ length: WALKERS_EACH }, (_, index): Walker => {
        const chance = createChance(SEED + 1_000 * place + index);
        return {
          line: lines[merchant],
          rights: RIGHTS[merchant],
          chance,
          name: `${merchant}-${index}`,
          orders: [],
        };
      }),
    );
  });
  after(async () => {
    for (const line of Object.values(lines)) line.hangUp();
    await running.stop();
  });

  it("is answered step by step as an independent model says: taken or refused, status, totals", async () => {
    const steps = Math.ceil(OPERATIONS / walkers.length);
    await Promise.all(walkers.map((walker) => walk(walker, steps)));
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(total).to.be.at.least(OPERATIONS);
    for (const status of [200, 201, 400])
      expect(statuses.get(status), String(status)).to.be.above(total / 25);
  });

  it("came through every status, and left no fault of the sandbox in its log", () => {
    const found = new Set(walkers.flatMap(({ orders }) => orders.map(({ ledger }) => ledger.status)));
    expect([...found].filter((status) => status !== "NEW").sort()).to.deep.equal([
      ...["AUTHORIZED", "CANCELLED", "CAPTURED", "EXCESSIVELY_REFUNDED", "FAILED", "PARTIALLY_CAPTURED"],
      ...["PARTIALLY_REFUNDED", "REFUNDED", "VERIFIED"],
    ]);
    expect(running.logged()).not.to.contain('"bug"');
  });

  it("lost nothing: every order has its transactions, and is the same to the letter after a restart", async () => {
    const before = await readAll(lines, walkers);
    for (const { name, orders } of walkers) {
      for (const { id, ledger, sent } of orders.filter((order) => order.sent.length > 0)) {
        const order: unknown = JSON.parse(before.get(`${name} ${id}`) ?? "null");
        expectValidAnswer(order, "order", 100);
        const { transaction } = order as unknown as { readonly transaction: readonly JsonObject[] };
        expect(totalsIn(order as unknown as Answered["order"]), id).to.deep.equal(totalsOf(ledger));
        expect(transaction.map(toldOf)).to.deep.equal(
          sent.map(({ text }) => toldOf(JSON.parse(text) as JsonObject)),
        );
      }
    }
    for (const line of Object.values(lines)) line.hangUp();
    running = await running.restart();
    lines = linesTo(running);
    const again = await readAll(lines, walkers);
    expect(again.size).to.equal(before.size);
    expect([...before].filter(([order, text]) => again.get(order) !== text)).to.deep.equal([]);
  });
});

/** All of an answer in the version that orders are read in; of the others what no version tells in another way. */
function toldOf(answer: JsonObject): string {
  const { order, response, result, sourceOfFunds, transaction, version } = answer;
  if (version === "100") return JSON.stringify(answer);
  const { id, status } = order as JsonObject;
  const { amount, receipt, type } = transaction as JsonObject;
  const { provided } = (sourceOfFunds ?? {}) as JsonObject;
  const number = valueAt(provided, "card.number");
  return JSON.stringify([
    id,
    status,
    response,
    result,
    number,
    (transaction as JsonObject)["id"],
    amount,
    receipt,
    type,
  ]);
}
