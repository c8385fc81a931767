import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { declinedPay, standaloneRefund } from "../operations/situations.ts";
import { authorize, capture, pay, refund, verify, voidOf } from "../support/requests.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { answered } from "./played.ts";
import { clientOn, startWith } from "./started.ts";

/** One order's requests, which keep their sequence whatever happens to other orders. */
interface Script {
  readonly merchant: string;
  readonly order: string;
  readonly bodies: readonly JsonObject[];
}

const COURSES: readonly (readonly JsonObject[])[] = [
  [authorize(), capture("60.00"), refund("20.00"), voidOf("3")],
  [pay(), refund("10.00"), refund("90.00")],
  [verify(), pay("12.34")],
  [declinedPay, pay()],
  [standaloneRefund("5.00"), voidOf("1")],
  [authorize("0.01"), voidOf("1")],
];

const SCRIPTS: readonly Script[] = ["TESTONE", "TESTTWO"].flatMap((merchant) =>
  Array.from({ length: 4 }, (_, round) =>
    COURSES.map((bodies, index) => ({ merchant, order: `order-${round}-${index}`, bodies })),
  ).flat(),
);

type Answers = ReadonlyMap<string, string>;

/** Every answer to the letter, by merchant, order and transaction. */
type Run = (running: TestSandbox, scripts: readonly Script[]) => Promise<Answers>;

async function follow(
  running: TestSandbox,
  { merchant, order, bodies }: Script,
): Promise<readonly [string, string][]> {
  const client = clientOn(running, merchant);
  const answers: [string, string][] = [];
  for (const [index, body] of bodies.entries()) {
    const { text } = await client.put({ order, transaction: String(index + 1), body });
    answers.push([`${merchant} ${order} ${index + 1}`, text]);
  }
  return answers;
}

const sorted = (answers: readonly (readonly [string, string])[]): Answers =>
  new Map([...answers].sort(([one], [other]) => (one < other ? -1 : 1)));

const oneAfterAnother: Run = async (running, scripts) => {
  const answers: (readonly [string, string])[] = [];
  for (const script of scripts) answers.push(...(await follow(running, script)));
  return sorted(answers);
};

const backwards: Run = (running, scripts) => oneAfterAnother(running, [...scripts].reverse());

const allAtOnce: Run = async (running, scripts) =>
  sorted((await Promise.all(scripts.map((script) => follow(running, script)))).flat());

/** Starts a sandbox of its own for the run. */
async function runOn(environment: Readonly<Record<string, string>>, run: Run): Promise<Answers> {
  const running = await startWith({ environment });
  const answers = await run(running, SCRIPTS);
  await running.stop();
  return answers;
}

const codesOf = (answers: Answers): readonly (string | undefined)[] =>
  [...answers.values()].map(
    (text) => answered({ body: JSON.parse(text) as object } as never).transaction.authorizationCode,
  );

describe("answers under a fixed clock and seed", () => {
  let expected: Answers;
  before(async () => {
    expected = await runOn({}, oneAfterAnother);
  });

  it("are as many as there were requests, each for its own transaction", () => {
    expect(expected.size).to.equal(SCRIPTS.flatMap(({ bodies }) => bodies).length);
    const codes = codesOf(expected).filter((code) => code !== undefined);
    expect(new Set(codes).size).to.be.above(codes.length / 2);
  });

  it("are the same byte for byte on another sandbox, the orders turned round", async () => {
    expect([...(await runOn({}, backwards))]).to.deep.equal([...expected]);
  });

  it("are the same byte for byte on another sandbox, all orders at once", async () => {
    expect([...(await runOn({}, allAtOnce))]).to.deep.equal([...expected]);
  });

  it("have other authorization codes and receipts, and nothing else, under another seed", async () => {
    const others = await runOn({ SANDBOX_SEED: "another" }, allAtOnce);
    const [codes, otherCodes] = [codesOf(expected), codesOf(others)];
    const same = codes.filter((code, index) => code !== undefined && code === otherCodes[index]);
    expect(same).to.deep.equal([]);
    expect(codes.map((code) => code === undefined)).to.deep.equal(
      otherCodes.map((code) => code === undefined),
    );
    expect([...others.values()].map(withoutMadeUp)).to.deep.equal([...expected.values()].map(withoutMadeUp));
  });
});

const MADE_UP = ["authorizationCode", "receipt", "stan", "transactionId", "transactionIdentifier"];

/** The answer without what the seed decides. */
const withoutMadeUp = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (MADE_UP.includes(name) ? undefined : value));
