import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { capture, pay } from "../support/requests.ts";
import { clientOf, startTestSandbox, TEST_TIME } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const SCENARIO = `
version: 1
name: filters
rules:
  - { id: odd-amount, case: TC-3, when: { amount: "66.66" }, outcome: DECLINED }
`;
const EXCHANGES = "/_sandbox/v1/exchanges";
const OWN = "/_sandbox/v1/merchants/TESTONE/exchanges";
/** Longer than the least that a card number has, and passing the Luhn check: it is shown masked. */
const CARD_LIKE = "order-5123450000000008";

interface Page {
  readonly exchanges: readonly Exchange[];
  readonly next?: string;
}

describe("the filters of exchanges", () => {
  let running: TestSandbox;
  let folder: string;
  const ids: string[] = [];
  const get = async (path: string): Promise<Response> => request(running.sandbox.url).get(path);
  const numbersOf = (response: Response): readonly number[] =>
    (response.body as Page).exchanges.map(({ id }) => ids.indexOf(id));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "filters-"));
    await mkdir(join(folder, "scenarios"));
    await writeFile(join(folder, "scenarios", "filters.yaml"), SCENARIO);
    running = await startTestSandbox({
      SANDBOX_SCENARIO_FOLDER: join(folder, "scenarios"),
      SANDBOX_SCENARIOS: "filters",
    });
    const one = clientOf(running.sandbox.url, "TESTONE");
    const calls = [
      () => one.put({ order: "order-1", transaction: "1", body: pay() }),
      () => one.put({ order: "order-2", transaction: "t", body: pay("66.66"), version: 60 }),
      () => one.put({ order: "order-1", transaction: "2", body: { ...pay(), strange: "1" } }),
      () => one.put({ order: "order-none", transaction: "1", body: capture() }),
      () => clientOf(running.sandbox.url, "TESTTWO").getOrder("order-1"),
      () => one.getOrder(CARD_LIKE),
    ];
    for (const call of calls) ids.push((await call()).get("X-Sandbox-Exchange") ?? "");
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const lists: Readonly<Record<string, readonly number[]>> = {
    "operation=PAY": [2, 1, 0],
    "operation=CAPTURE": [3],
    "operation=VOID": [],
    "version=60": [1],
    "version=100&operation=PAY": [2, 0],
    "operation=RETRIEVE_ORDER": [5, 4],
    "order=order-1": [4, 2, 0],
    [`order=${CARD_LIKE}`]: [5],
    "transaction=t": [1],
    "merchant=TESTTWO": [4],
    "outcome=DECLINED": [1],
    "outcome=APPROVED": [0],
    "refusal=contract": [5, 2],
    "refusal=rule": [4, 3],
    "status=201": [1, 0],
    "status=400": [5, 4, 3, 2],
    "finding=unknown": [2],
    "finding=missing": [],
    "rule=odd-amount": [1],
    "rule=filters%23odd-amount": [1],
    "rule=default%23odd-amount": [],
    "case=TC-3": [1],
    "fault=reset": [],
    [`since=${TEST_TIME}`]: [5, 4, 3, 2, 1, 0],
    "since=2030-01-15T12:20:30.400%2B02:00": [5, 4, 3, 2, 1, 0],
    "since=2030-01-15T12:20:30.400+02:00": [5, 4, 3, 2, 1, 0],
    "since=2030-01-15T10:20:31Z": [],
  };
  for (const [query, expected] of Object.entries(lists)) {
    it(`list the exchanges of '${query}', newest first`, async () => {
      expect(numbersOf(await get(`${EXCHANGES}?${query}`))).to.deep.equal(expected);
    });
  }

  it("list what came behind an exchange", async () => {
    expect(numbersOf(await get(`${EXCHANGES}?since=${ids[2] ?? ""}`))).to.deep.equal([5, 4, 3]);
    expect(numbersOf(await get(`${EXCHANGES}?since=${ids[5] ?? ""}`))).to.deep.equal([]);
    const between = `since=${ids[0] ?? ""}&before=${ids[3] ?? ""}&operation=PAY`;
    expect(numbersOf(await get(`${EXCHANGES}?${between}`))).to.deep.equal([2, 1]);
  });

  it("list those of one merchant at its own path as well", async () => {
    expect(numbersOf(await get(OWN))).to.deep.equal([5, 3, 2, 1, 0]);
    expect(numbersOf(await get(`${OWN}?order=order-1&limit=1`))).to.deep.equal([2]);
    expect(numbersOf(await get("/_sandbox/v1/merchants/TESTNOBODY/exchanges"))).to.deep.equal([]);
    expect((await get("/_sandbox/v1/merchants/NOBODY/exchanges")).body).to.include({
      title: "No such merchant",
    });
  });

  it("say where the next page begins, until there is none", async () => {
    const pages: (readonly number[])[] = [];
    let before: string | undefined = "";
    while (before !== undefined) {
      const response = await get(`${OWN}?limit=2${before === "" ? "" : `&before=${before}`}`);
      pages.push(numbersOf(response));
      before = (response.body as Page).next;
    }
    expect(pages).to.deep.equal([[5, 3], [2, 1], [0]]);
    expect((await get(`${OWN}?limit=5`)).body).not.to.have.property("next");
  });

  const wrong: Readonly<Record<string, readonly [title: string, detail: RegExp]>> = {
    "merchantId=TESTONE": ["Unknown filter", /^There is no 'merchantId'\. Did you mean 'merchant'\?/],
    "ordr=1": ["Unknown filter", /Did you mean 'order'\? Known: merchant, order, /],
    "5123450000000008=1": ["Unknown filter", /^There is no '512345xxxxxx0008'\. Known: merchant/],
    "since=yesterday": [
      "Invalid since",
      /a time with a time zone, .* or the id of an exchange that is still in the journal/,
    ],
    "since=2030-01-15T10:20:30": ["Invalid since", /with a time zone/],
    "since=2030-13-15T10:20:30Z": ["Invalid since", /with a time zone/],
    "version=0": ["Invalid version", /^version must be a whole number from 1 to 100\.$/],
    "version=latest": ["Invalid version", /whole number/],
    "version=": ["Invalid version", /whole number/],
    "status=600": ["Invalid status", /from 0 to 599/],
    "finding=unkown": ["Invalid finding", /^finding must be one of unknown, missing, /],
    "refusal=400": ["Invalid refusal", /^refusal must be one of unknown-path, /],
    "fault=crash": ["Invalid fault", /^fault must be one of reset, close, /],
    "operation=pay": [
      "Invalid operation",
      /^operation must be one of AUTHENTICATE_PAYER, AUTHORIZE, .*\. Did you mean PAY\?$/,
    ],
    "operation=RETRIEVE_ORDR": ["Invalid operation", /Did you mean RETRIEVE_ORDER\?$/],
    "outcome=DECLIEND": ["Invalid outcome", /^outcome must be one of ABORTED, .*\. Did you mean DECLINED\?$/],
    "outcome=nonsense-of-mine": ["Invalid outcome", /UNSPECIFIED_FAILURE\.$/],
    "before=none": ["Invalid before", /^before must be the id of an exchange that is still in the journal/],
    "operation=PAY&operation=VOID": ["Invalid operation", /only once/],
  };
  for (const [query, [title, detail]] of Object.entries(wrong)) {
    it(`refuse '${query}' and say what there is`, async () => {
      const response = await get(`${EXCHANGES}?${query}`);
      expect([response.status, response.get("Content-Type")]).to.deep.equal([
        400,
        "application/problem+json; charset=utf-8",
      ]);
      expect(response.body).to.include({ status: 400, title });
      expect((response.body as { detail: string }).detail).to.match(detail);
    });
  }

  it("know no merchant beside the one of the path", async () => {
    expect((await get(`${OWN}?merchant=TESTTWO`)).body).to.include({ title: "Unknown filter" });
  });
});
