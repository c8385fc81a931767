import { expect } from "chai";
import { packageContracts, shadowOf } from "../../server/contract/contracts.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { maskBody } from "../../server/gateway/secrets/masking.ts";
import { upgradeReport } from "../../server/verdict/upgrade/upgrade-report.ts";
import { tallied } from "../../server/verdict/upgrade/tally.ts";
import type { UpgradeTally, UpgradeVersions } from "../../server/verdict/upgrade/tally.ts";
import { versionsOf, versionsReport } from "../../server/verdict/upgrade/versions.ts";
import { pay } from "../support/requests.ts";
import { exchangeOf } from "./upgrade-traffic.ts";
import type { Sent } from "./upgrade-traffic.ts";

const contracts = packageContracts({ versions: "merged" });
const parts = { contracts, mask: maskBody };
const TO_100: UpgradeVersions = { from: undefined, to: 100 };

const shipped = (firstName = "Ann"): JsonObject => ({ ...pay(), shipping: { firstName } });
const refused = { reason: "contract", explanation: "", fault: undefined } as const;

function tally(sent: readonly Sent[], versions = TO_100): Promise<UpgradeTally> {
  return tallied(parts, sent.map(exchangeOf), versions);
}

/** Member and count of each difference of the first operation. */
function counted({ operations: [first] }: UpgradeTally): readonly (readonly [string, number])[] {
  return (first?.members ?? []).map(({ example, count }) => [example.member, count]);
}

describe("upgrade check of traffic", () => {
  it("counts requests per operation and member, and keeps the first exchanges", async () => {
    const sent = ["1", "2", "3"].map((id) => ({ id, body: shipped() }));
    const { operations } = await tally([...sent, { id: "4", body: pay() }, { id: "5", body: shipped() }]);
    const [only, ...others] = operations;
    expect(others).to.deep.equal([]);
    expect(only).to.include({ operation: "PAY", requests: 5, breaking: 4 });
    expect(only?.members.map(({ exchanges }) => exchanges)).to.deep.equal([["1", "2", "3", "5"]]);
    expect(only?.fine.get("order.amount")).to.equal(5);
    expect(only?.fine.has("shipping.firstName")).to.equal(false);
  });

  it("counts elements of one list once", async () => {
    const body = { ...pay(), agreement: { type: "OTHER" }, order: { item: [{ name: 1 }, { name: 2 }] } };
    const { operations } = await tally([{ id: "1", body }]);
    expect(operations[0]?.refused.get("order.item[n].name")).to.equal(1);
  });

  it("compares with the version that each request was sent under, or with the one that is named", async () => {
    const sent = [
      { id: "1", version: 60, body: shipped() },
      { id: "2", version: 100, body: shipped(), refusal: refused },
    ];
    expect(counted(await tally(sent))).to.deep.equal([["shipping.firstName", 1]]);
    expect(counted(await tally(sent, { from: 60, to: 100 }))).to.deep.equal([["shipping.firstName", 2]]);
  });

  it("skips what no contract has seen, and counts it", async () => {
    const { skipped, operations } = await tally([
      {
        id: "1",
        isJudged: false,
        refusal: { ...refused, reason: "unreadable-request" },
      },
      { id: "2", isJudged: false, operation: "RETRIEVE_ORDER" },
      { id: "3", body: pay() },
    ]);
    expect(skipped).to.deep.equal({ "refused-before": 1, "without-contract": 1 });
    expect(operations[0]?.requests).to.equal(1);
  });

  it("makes no difference of a masked value", async () => {
    const card = { number: "5123450000000008", securityCode: "100", expiry: { month: "01", year: "39" } };
    const pin = { keySerialNumber: "11111111111111111111", payload: "1111111111111111" };
    const body = { ...pay(), sourceOfFunds: { type: "CARD", provided: { card: { ...card, pin } } } };
    const { operations } = await tally([{ id: "1", body }]);
    expect(operations[0]).to.include({ breaking: 0 });
    expect([...(operations[0]?.refused ?? [])]).to.deep.equal([]);
  });

  it("does not miss beside a session what the session may hold", async () => {
    const body = {
      ...{ apiOperation: "AUTHORIZE", order: { amount: "1", currency: "USD" } },
      ...{ session: { id: "SESSION0002123456789012345678901" }, "3DSecure": { xid: "x".repeat(28) } },
    };
    const sent = { id: "1", operation: "AUTHORIZE", version: 39, body } as const;
    const beside = await tally([sent], { from: undefined, to: 48 });
    expect(beside.besideSession).to.equal(1);
    expect(counted(beside)).to.deep.equal([]);
    const { session, ...alone } = body;
    expect(session).to.have.property("id");
    expect(counted(await tally([{ ...sent, body: alone }], { from: undefined, to: 48 }))).to.deep.equal([
      ["3DSecure.veResEnrolled", 1],
      ["3DSecure.enrollmentStatus", 1],
    ]);
  });

  it("believes what the sandbox saw when the request came", async () => {
    const body = { ...pay(), order: { amount: "1.00", currency: "USD" }, userId: "clerk" };
    const payload = { body, text: JSON.stringify(body) };
    const live = shadowOf(contracts, { operation: "PAY", version: 60, shadow: 100, mode: "strict", payload });
    // The record itself shows nothing that breaks.
    const answerBody = await tally([{ id: "1", body: pay(), shadow: live }]);
    expect(answerBody.exact).to.equal(1);
    expect(counted(answerBody)).to.deep.equal([["userId", 1]]);
    const other = await tally([{ id: "1", body: pay(), shadow: { ...live, version: 90 } }]);
    expect({ exact: other.exact, counted: counted(other) }).to.deep.equal({ exact: 0, counted: [] });
  });

  it("reports what breaks, with the places, and fails", async () => {
    const report = upgradeReport(
      await tally([
        { id: "1", body: shipped() },
        { id: "2", body: pay() },
      ]),
      TO_100,
    );
    expect(report).to.include({ verdict: "failed", subject: "as sent, to version 100" });
    expect(report.summary).to.equal("1 of 2 requests breaks in version 100, by 1 difference.");
    expect(report.issues).to.have.length(1);
    expect(report.issues[0]).to.deep.include({
      ...{ ruleId: "upgrade-renamed", severity: "error", count: 1, exchanges: ["1"] },
      place: {
        file: "schemas/groups/shipping.v100.json",
        pointer: "/additionalProperties",
        isOfPackage: true,
      },
    });
    expect(report.cases).to.deep.equal([
      {
        ...{ group: "upgrade-check", name: "PAY", outcome: "failed" },
        message: "1 of 2 requests break: shipping.firstName → shipping.contact.firstName",
        exchanges: ["1"],
      },
    ]);
  });

  it("passes when nothing breaks, and warns when nothing was compared", async () => {
    const fine = upgradeReport(await tally([{ id: "1", body: pay() }]), TO_100);
    expect(fine).to.deep.include({ verdict: "passed", issues: [] });
    const nothing = upgradeReport(await tally([]), TO_100);
    expect(nothing.verdict).to.equal("passed");
    expect(nothing.issues.map(({ severity }) => severity)).to.deep.equal(["warning"]);
  });

  it("tells what is taken now as a note, which fails nothing", async () => {
    const body = { ...pay(), transaction: { resubmission: true } };
    const report = upgradeReport(await tally([{ id: "1", body, refusal: refused }]), TO_100);
    expect(report.verdict).to.equal("passed");
    expect(report.issues.map(({ ruleId, severity }) => [ruleId, severity])).to.deep.equal([
      ["upgrade-taken", "note"],
    ]);
  });
});

describe("versions that fit traffic", () => {
  const view = (sent: readonly Sent[]) => versionsOf(parts, sent.map(exchangeOf));

  it("tells for each range of versions how many requests it takes, and the first reason against it", async () => {
    const { operations } = await view([
      { id: "1", body: pay() },
      { id: "2", body: shipped() },
      { id: "3", body: { ...pay(), shipping: { contact: { firstName: "Ann" } } } },
    ]);
    const spans = operations[0]?.spans.map(({ first, last, takes, reason }) => [
      ...[first, last, takes, reason?.exchange, reason?.difference.member],
    ]);
    expect(spans).to.deep.equal([
      [1, 13, 2, "3", "shipping.contact.firstName"],
      [14, 59, 3, undefined, undefined],
      [60, 60, 3, undefined, undefined],
      [61, 99, 3, undefined, undefined],
      [100, 100, 2, "2", "shipping.firstName"],
    ]);
  });

  it("asks nothing of requests that their own contract refuses", async () => {
    const { operations, refusedToday, skipped } = await view([
      { id: "1", body: { ...pay(), colour: "red" }, refusal: refused },
      { id: "2", isJudged: false, operation: "RETRIEVE_ORDER" },
    ]);
    expect({ operations, refusedToday, skipped }).to.deep.equal({
      operations: [],
      refusedToday: 1,
      skipped: 1,
    });
  });

  it("sums up the versions that take everything", async () => {
    const sent: readonly Sent[] = [
      { id: "1", body: { ...pay(), shipping: { firstName: "Ann", contact: { lastName: "B" } } } },
      {
        id: "2",
        operation: "VOID",
        body: { apiOperation: "VOID", transaction: { targetTransactionId: "1" } },
      },
    ];
    const report = versionsReport(await view(sent));
    expect(report).to.include({
      verdict: "passed",
      summary: "All requests could be sent under versions 14 to 99.",
    });
    const all = versionsReport(await view([{ id: "1", body: pay() }]));
    expect(all.summary).to.equal("All requests could be sent under versions 1 to 100.");
  });

  it("fails when an operation has no version that takes all of its requests", async () => {
    const report = versionsReport(
      await view([
        { id: "1", version: 60, body: shipped() },
        { id: "2", version: 13, body: { ...pay(), transaction: { frequency: "SINGLE" } } },
        { id: "3", version: 100, body: { ...pay(), cruise: { bookingReference: "a" } } },
        {
          id: "4",
          version: 60,
          body: { ...pay(), posTerminal: { location: "PAYER_TERMINAL_OFF_PREMISES" } },
        },
      ]),
    );
    expect(report.tables[0]?.rows.map(([, taken]) => taken)).to.not.include("4 of 4");
    expect(report.verdict).to.equal("failed");
  });
});
