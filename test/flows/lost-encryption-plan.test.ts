import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { assessment, cardBalance, cardClientOf } from "../support/card-requests.ts";
import { CARD, pay, withValue } from "../support/requests.ts";
import { CARD_PATH, p2peOf, payWith } from "../support/terminals.ts";
import { answered } from "./played.ts";
import { clientOn, startWith, suiteSandbox } from "./started.ts";

const MERCHANT = "TESTLOST";
const NUMBER = `${CARD_PATH}.number`;
const INVALID = { encryptionState: "INVALID" };

/** Its rules stand before the shipped ones, however low their priority. */
const PLAN = {
  rules: [
    { id: "stand-in", priority: -1000000, when: { p2pe: "INVALID", amount: "66.66" }, outcome: "APPROVED" },
    {
      id: "retry",
      when: { pin: "INVALID", operation: "PAY" },
      outcomes: ["TIMED_OUT", "DECLINED_INVALID_PIN"],
    },
    { id: "balance", when: { p2pe: "INVALID", currency: "EUR" }, balance: { amount: "25.00" } },
    { id: "review", when: { p2pe: "INVALID" }, risk: "REVIEW" },
  ],
  tables: {
    encryption: {
      "5123450000000008": { p2pe: "INVALID" },
      "4508750015741019": { p2pe: "INVALID", pin: "INVALID" },
    },
  },
};

describe("a test plan of lost encryption", () => {
  const running = suiteSandbox({ scenario: PLAN });
  const client = clientOn(running, MERCHANT);

  const codeOf = async (order: string, body: JsonObject, transaction = "1"): Promise<string> =>
    answered(await client.put({ order, transaction, body })).response.gatewayCode;

  it("decides by its own rule, and the shipped one decides what it leaves open", async () => {
    const lost = { p2pe: { ...p2peOf(), encryptionState: "INVALID" }, ...CARD };
    expect(await codeOf("1", payWith(lost, pay("66.66")))).to.equal("APPROVED");
    expect(await codeOf("2", payWith(lost, pay("66.60")))).to.equal("DECLINED");
    expect(await codeOf("3", pay("66.66"))).to.equal("APPROVED");
    expect(await codeOf("4", pay("66.60"))).to.equal("DECLINED");
  });

  it("can say both of one card, and let a sequence decide", async () => {
    const body = withValue(pay(), NUMBER, "4508750015741019");
    expect([await codeOf("5", body), await codeOf("5", body, "2")]).to.deep.equal([
      "TIMED_OUT",
      "DECLINED_INVALID_PIN",
    ]);
    const answer = await client.getTransaction("5", "2");
    expect(valueAt(answer.body as JsonObject, CARD_PATH)).to.deep.include({ p2pe: INVALID, pin: INVALID });
  });

  it("changes what a balance inquiry and a risk assessment come to", async () => {
    const cards = cardClientOf(running.sandbox.url, MERCHANT);
    const codes = await Promise.all(
      ["EUR", "USD"].map(
        async (currency) => (await cards.inquire(cardBalance(CARD.number, currency))).body as JsonObject,
      ),
    );
    expect(codes.map((body) => textAt(body, "response.gatewayCode"))).to.deep.equal([
      "BALANCE_AVAILABLE",
      "DECLINED",
    ]);
    const assessed = await cards.assess("looked-at", assessment());
    expect(textAt(assessed.body as JsonObject, "risk.response.gatewayCode")).to.equal("REVIEW_REQUIRED");
  });

  it("is arranged by an armed rule as well", async () => {
    const rule = { when: { p2pe: "INVALID" }, outcome: "BLOCKED" };
    const armed = await fetch(`${running.sandbox.url}/_sandbox/v1/merchants/${MERCHANT}/arm`, {
      method: "POST",
      body: JSON.stringify({ rule }),
    });
    expect(armed.status).to.equal(201);
    expect([await codeOf("6", pay("66.60")), await codeOf("7", pay("66.60"))]).to.deep.equal([
      "BLOCKED",
      "DECLINED",
    ]);
  });
});

describe("a scenario folder with a specification of its own", () => {
  it("is asked last by that file, whatever is active", async () => {
    const folder = await mkdtemp(join(tmpdir(), "specification-"));
    const rule = "{ id: lost, when: { p2pe: INVALID }, outcome: BLOCKED }";
    await writeFile(join(folder, "specification.yaml"), `version: 1\nrules: [${rule}]\n`);
    await writeFile(
      join(folder, "plan.yaml"),
      'version: 1\nrules: [{ id: large, priority: -5, when: { amount: "66.66" }, outcome: TIMED_OUT }]\n',
    );
    const own = { SANDBOX_SCENARIO_FOLDER: folder };
    const lost = payWith({ ...CARD, p2pe: { ...p2peOf(), encryptionState: "INVALID" } });
    for (const active of ["plan", "specification,plan"]) {
      const running = await startWith({ environment: { ...own, SANDBOX_SCENARIOS: active } });
      const codes = await Promise.all(
        [lost, withValue(lost, "order.amount", "66.66")].map(async (body, index) =>
          answered(await clientOn(running).put({ order: String(index), transaction: "1", body })),
        ),
      );
      expect(
        codes.map(({ response }) => response.gatewayCode),
        active,
      ).to.deep.equal(["BLOCKED", "TIMED_OUT"]);
      await running.stop();
    }
    await rm(folder, { recursive: true });
  });
});
