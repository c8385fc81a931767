import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { TransactionPage } from "../../server/http/control/stored/transaction-views.ts";
import { authorize, capture, pay, voidOf, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTMOVES";
const ROOT = `/_sandbox/v1/merchants/${MERCHANT}`;
const ODD = "o/1 50% é";

describe("the transactions of the control API", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
    const client = clientOf(running.sandbox.url, MERCHANT);
    const declined = withValue(pay("7.00"), "sourceOfFunds.provided.card.number", "4000000000005100");
    await client.put({ order: "first", transaction: "1", body: authorize("10.00") });
    await client.put({ order: "first", transaction: "2", body: capture("4.00") });
    await client.put({ order: "second", transaction: "1", body: declined });
    await request(running.sandbox.url).put(`${ROOT}/clock`).send({ advance: "P1D" });
    await client.put({ order: "first", transaction: "3", body: voidOf("2") });
    const odd = `/api/rest/version/100/merchant/${MERCHANT}/order/${encodeURIComponent(ODD)}/transaction/${encodeURIComponent("a/b")}`;
    const made = await request(running.sandbox.url)
      .put(odd)
      .auth(`merchant.${MERCHANT}`, "sandbox")
      .send(pay());
    expect(made.status, made.text).to.equal(201);
  });
  after(() => running.stop());

  const ask = (query: string): Promise<Response> =>
    request(running.sandbox.url).get(`${ROOT}/transactions${query}`).then();
  const get = async (query: string): Promise<TransactionPage> => (await ask(query)).body as TransactionPage;
  const named = ({ transactions }: TransactionPage): readonly string[] =>
    transactions.map(({ order, id }) => `${order}:${id}`);

  const ALL = [`${ODD}:a/b`, "second:1", "first:3", "first:2", "first:1"];
  const lists: Readonly<Record<string, readonly string[]>> = {
    "": ALL,
    "?limit=2": ALL.slice(0, 2),
    "?order=first": ALL.slice(2),
    "?order=first&operation=CAPTURE": ["first:2"],
    "?order=nowhere": [],
    "?operation=PAY": [`${ODD}:a/b`, "second:1"],
    "?result=FAILURE": ["second:1"],
    "?outcome=INSUFFICIENT_FUNDS": ["second:1"],
    "?since=2030-01-16T00:00:00Z": [`${ODD}:a/b`, "first:3"],
    "?since=2030-01-16T02:00:00+02:00": [`${ODD}:a/b`, "first:3"],
    "?after=second": ["first:3", "first:2", "first:1"],
    "?after=nowhere": [],
    "?after=first/nowhere": [],
  };
  for (const [query, rows] of Object.entries(lists))
    it(`lists them by ${query === "" ? "nothing, those of the newest order first" : query}`, async () => {
      expect(named(await get(query))).to.deep.equal(rows);
    });

  for (const filter of ["", "&order=first", "&since=2030-01-16T00:00:00Z"])
    for (const limit of [1, 2, 3, 4])
      it(`gives each once, ${limit} a page${filter === "" ? "" : ` by ${filter}`}`, async () => {
        const seen: string[] = [];
        let next: string | undefined = "";
        while (next !== undefined) {
          const after: string = next === "" ? "" : `&after=${encodeURIComponent(next)}`;
          const page = await get(`?limit=${limit}${filter}${after}`);
          seen.push(...named(page));
          next = page.next;
        }
        expect(seen).to.deep.equal(named(await get(`?limit=200${filter}`)));
      });

  it("shows each as it stands, with what became of its order", async () => {
    const { transactions } = await get("?order=first");
    expect(transactions).to.containSubset([
      { order: "first", id: "3", type: "VOID_CAPTURE", target: "2", at: "2030-01-16T10:20:30.400Z" },
      { id: "2", amount: "4.00", currency: "USD", gatewayCode: "APPROVED", isVoided: true },
      { id: "1", operation: "AUTHORIZE", result: "SUCCESS", statusAfter: "AUTHORIZED", isVoided: false },
    ]);
  });

  const wrong: readonly (readonly [query: string, title: string])[] = [
    ["?since=yesterday", "Invalid since"],
    ["?operation=PYA", "Invalid operation"],
    ["?after=%25E0%25", "Invalid after"],
    ["?limit=201", "Invalid limit"],
  ];
  for (const [query, title] of wrong)
    it(`says what is wrong with ${query}`, async () => {
      const answer = await ask(query);
      expect([answer.status, (answer.body as { title: string }).title]).to.deep.equal([400, title]);
    });
});

describe("the transactions of a merchant with many orders", () => {
  it("are searched in so many orders for a page, which may be empty and lead on", async () => {
    const running = await startTestSandbox();
    try {
      const client = clientOf(running.sandbox.url, MERCHANT);
      await client.put({ order: "oldest", transaction: "1", body: authorize("10.00") });
      for (let order = 0; order < 2_000; order += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            client.put({ order: `o-${order + index}`, transaction: "1", body: pay() }),
          ),
        );
      const page = async (after = ""): Promise<TransactionPage> => {
        const path = `${ROOT}/transactions?operation=AUTHORIZE${after}`;
        return (await request(running.sandbox.url).get(path)).body as TransactionPage;
      };
      const first = await page();
      expect(first.transactions).to.deep.equal([]);
      const second = await page(`&after=${first.next ?? ""}`);
      expect(second.transactions.map(({ order }) => order)).to.deep.equal(["oldest"]);
      expect(second).to.not.have.property("next");
    } finally {
      await running.stop();
    }
  });
});
