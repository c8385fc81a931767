import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { TRANSACTION_OPERATIONS } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { AUTHENTICATION_CASES } from "../authentication/refusal-cases.ts";
import { BROWSER_CASES } from "../browser/browser-cases.ts";
import { advance } from "../support/clock.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { ORDER_CASES } from "./order-cases.ts";
import { REFUSAL_CASES } from "./refusal-cases.ts";
import type { RefusalCase } from "./refusal-cases.ts";
import { SUM_CASES } from "./sum-cases.ts";
import { TERMINAL_CASES } from "./terminal-cases.ts";

const MERCHANTS = `
merchants:
  - { id: PLAIN, passwords: [secret-1] }
  - { id: LATER, passwords: [secret-1] }
  - { id: CHARGING, passwords: [secret-1], surchargePercent: 2.5 }
  - { id: SECURE, passwords: [secret-1], mode: gateway, httpReturnUrls: refuse }
  - id: LIMITED
    passwords: [secret-1]
    operations: [PAY, AUTHORIZE]
    currencies: [USD, JPY]
    cardTypes: [MASTERCARD, VISA]
  - id: PRIVILEGED
    passwords: [secret-1]
    privileges: [EXCESSIVE_CAPTURE, EXCESSIVE_REFUND]
    excessiveRefundPercent: 10
`;

const CASES = [...REFUSAL_CASES, ...ORDER_CASES, ...SUM_CASES, ...TERMINAL_CASES, ...AUTHENTICATION_CASES];

/** Rules that the contract forestalls or that no order can reach over HTTP yet; they are tested pure. */
const REACHED_OTHERWISE = ["amount-given", "disbursement-type-known", "update-amount-readable"];

describe("refusals of the order rules", () => {
  let running: TestSandbox;
  before(async () => {
    const file = join(tmpdir(), `merchants-${process.pid}.yaml`);
    await writeFile(file, MERCHANTS);
    running = await startTestSandbox({ SANDBOX_MERCHANTS: file });
  });
  after(() => running.stop());

  const refusalOf = async (example: RefusalCase, order: string): Promise<void> => {
    const client = clientOf(running.sandbox.url, example.merchant ?? "PLAIN", "secret-1");
    for (const [index, body] of (example.before ?? []).entries()) {
      const earlier = await client.put({ order, transaction: String(index + 1), body });
      expect(earlier.status, JSON.stringify(earlier.body)).to.equal(201);
    }
    if (example.advance !== undefined) await advance(running.sandbox.url, "LATER", example.advance);
    const { transaction = "refused", body, version = 100 } = example;
    const stateBefore = await client.getOrder(order);
    const response = await client.put({ order, transaction, body, version });
    const { error } = response.body as { readonly error: Record<string, string> };
    expect(response.status, JSON.stringify(response.body)).to.equal(400);
    expect(error["cause"]).to.equal("INVALID_REQUEST");
    expect(error["explanation"]).to.contain(example.says);
    expect([error["field"], error["validationType"]]).to.deep.equal([example.field, example.type]);
    const exchange = await client.why(response);
    expect(exchange.rules?.refusedBy?.rule ?? "").to.equal(example.rule);
    expect(exchange.committed).to.equal(false);
    expect((await client.getOrder(order)).body).to.deep.equal(stateBefore.body);
  };

  CASES.forEach((example, number) => {
    it(`refuses ${example.refuses}, and the order stays as it was`, () =>
      refusalOf(example, `order-${number}`));
  });

  it("has a case for every rule of every operation that makes a transaction", () => {
    const tested = new Set([...CASES, ...BROWSER_CASES].map(({ rule }) => rule).concat(REACHED_OTHERWISE));
    const rules = TRANSACTION_OPERATIONS.flatMap((name) => OPERATION_DEFINITIONS[name].rules);
    expect(rules.map(({ id }) => id).filter((id) => !tested.has(id))).to.deep.equal([]);
  });
});

describe("a refusal for a slip", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({ SANDBOX_MODE: "gateway" });
  });
  after(() => running.stop());

  const ORDER = { amount: "10.00", currency: "EUR" };
  const CARD = { number: "5123450000000008", expiry: { month: "01", year: "39" } };
  const PAY = {
    apiOperation: "PAY",
    order: ORDER,
    sourceOfFunds: { type: "CARD", provided: { card: CARD } },
  };
  const slips = {
    "a member's name": [
      { ...PAY, order: { ...ORDER, referense: "r" } },
      "Unexpected parameter 'order.referense'. Did you mean 'order.reference'?",
    ],
    "a word of a list": [
      { ...PAY, sourceOfFunds: { ...PAY.sourceOfFunds, type: "CRAD" } },
      /^Value 'CRAD' is invalid. Must be one of .*\. Did you mean 'CARD'\?$/,
    ],
    "the operation": [
      { ...PAY, apiOperation: "AUTHORISE" },
      /^Value 'AUTHORISE' is invalid. It must be one of .*\. Did you mean 'AUTHORIZE'\?$/,
    ],
    "a name that is like no other": [
      { ...PAY, order: { ...ORDER, zebra: 1 } },
      "Unexpected parameter 'order.zebra'",
    ],
  } as const;
  for (const [slip, [body, says]] of Object.entries(slips)) {
    it(`asks for what was probably meant: ${slip}`, async () => {
      const client = clientOf(running.sandbox.url, "TESTSHOP");
      const response = await client.put({ order: "slip", transaction: "1", body });
      const { error } = response.body as { readonly error: { readonly explanation: string } };
      if (typeof says === "string") expect(error.explanation).to.equal(says);
      else expect(error.explanation).to.match(says);
    });
  }
});
