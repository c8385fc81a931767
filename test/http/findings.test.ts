import { expect } from "chai";
import request from "supertest";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { CONTROL_DESCRIPTION } from "../../server/http/control/resources.ts";
import { controlDocument } from "../../server/http/openapi/control-document.ts";
import type { Findings } from "../../server/verdict/findings.ts";
import { validatorOf } from "../openapi/documents.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const fits = validatorOf(controlDocument(CONTROL_DESCRIPTION));

/** A number of a large scheme that passes Luhn, to be searched for. */
const CARD_NUMBER = "5555555555554444";

describe("the findings of a merchant", () => {
  let running: TestSandbox;
  let client: Client;
  let count = 0;
  before(async () => {
    // The journal keeps two exchanges; what is counted must not depend on it.
    running = await startTestSandbox({ SANDBOX_JOURNAL_SIZE: "2", SANDBOX_MODE: "gateway" });
  });
  after(() => running.stop());
  beforeEach(() => {
    count += 1;
    client = clientOf(running.sandbox.url, merchant());
  });

  const merchant = (): string => `TESTFIND${count}`;
  const get = async (path: string): Promise<Findings> => {
    const response = await request(running.sandbox.url).get(`/_sandbox${path}`);
    expect(response.status, response.text).to.equal(200);
    expect(fits("#/components/schemas/Findings", JSON.parse(response.text) as Json), response.text).to.equal(
      true,
    );
    return response.body as Findings;
  };
  const findings = (): Promise<Findings> => get(`/v1/merchants/${merchant()}/findings`);
  const send = (body: JsonObject, version = 100) => {
    sent += 1;
    return client.put({ order: "1", transaction: String(sent), body, version });
  };
  let sent = 0;

  it("are none of requests that keep to the contract", async () => {
    await send(pay());
    expect(await findings()).to.deep.equal({
      ...{ merchant: merchant(), violations: 0, deviations: 0, others: 0, groups: [] },
    });
  });

  it("outlive the exchanges of the journal, and name version, field, rule and the first example", async () => {
    const first = await send(withValue(pay(), "order.referenc", "x"));
    for (let times = 0; times < 4; times += 1) await send(withValue(pay(), "order.referenc", "x"));
    await send(withValue(pay(), "order.referenc", "x"), 60);
    const { violations, groups } = await findings();
    expect(violations).to.equal(6);
    expect(
      groups.map(({ operation, version, field, code, count: times }) => ({
        operation,
        version,
        field,
        code,
        times,
      })),
    ).to.deep.equal([
      { operation: "PAY", version: 100, field: "order.referenc", code: "unknown", times: 5 },
      { operation: "PAY", version: 60, field: "order.referenc", code: "unknown", times: 1 },
    ]);
    expect(groups[0]?.first.exchange).to.equal(first.get("X-Sandbox-Exchange"));
    expect(groups[0]?.contract?.file).to.match(/^(groups|requests)\/.*\.json$/);
    const gone = await request(running.sandbox.url).get(
      `/_sandbox/v1/exchanges/${groups[0]?.first.exchange ?? ""}`,
    );
    expect(gone.status).to.equal(404);
  });

  it("tell what was taken from what was refused, violations first", async () => {
    for (let times = 0; times < 2; times += 1) await send(withValue(pay(), "order.amount", 10));
    await send(withValue(pay(), "order.nonsense", "x"));
    const { violations, deviations, groups } = await findings();
    expect([violations, deviations]).to.deep.equal([1, 2]);
    expect(groups.map(({ severity, field }) => [severity, field])).to.deep.equal([
      ["violation", "order.nonsense"],
      ["deviation", "order.amount"],
    ]);
    expect(groups[1]?.section, "the place in the document").to.be.a("string");
  });

  it("tell of a request for which there is no contract", async () => {
    await send({ apiOperation: "PAYS" });
    const [group] = (await findings()).groups;
    expect(group).to.deep.include({ severity: "violation", field: "apiOperation", count: 1, version: 100 });
    expect(group).not.to.have.any.keys("operation", "contract", "code");
  });

  it("tell of a body that is no JSON, apart from one that is too large and from another merchant's path", async () => {
    const url = running.sandbox.url;
    const path = (id: string): string => `/api/rest/version/100/merchant/${id}/order/1/transaction/1`;
    const put = (id: string, body: string) =>
      request(url).put(path(id)).auth(`merchant.${merchant()}`, "sandbox").type("json").send(body);
    expect((await put(merchant(), '{"apiOperation":"PAY", ')).status).to.equal(400);
    await put(merchant(), `{"a":"${"x".repeat(2_000_000)}"}`);
    await put("TESTOTHER", "{}");
    const { violations, groups } = await findings();
    expect(violations).to.equal(3);
    expect(groups.map(({ refusal, count: times }) => [refusal, times])).to.have.deep.members([
      ["unreadable-request", 1],
      ["body-too-large", 1],
      ["foreign-merchant", 1],
    ]);
  });

  it("never show a card number", async () => {
    await send(withValue(pay(), "order.currency", CARD_NUMBER));
    await send(withValue(pay(), "sourceOfFunds.provided.card.number", Number(CARD_NUMBER)));
    await send(withValue(pay(), `x${CARD_NUMBER}`, CARD_NUMBER));
    const { violations, deviations } = await findings();
    expect(violations + deviations).to.be.at.least(3);
    expect(JSON.stringify(await findings())).not.to.contain(CARD_NUMBER);
  });

  it("add up to those of all merchants", async () => {
    const before = (await get("/v1/findings")).violations;
    for (const own of ["TESTFINDA", "TESTFINDB"]) {
      const body = withValue(pay(), "order.referenc", "x");
      await clientOf(running.sandbox.url, own).put({ order: "1", transaction: "1", body });
    }
    const all = await get("/v1/findings");
    expect(all.violations).to.equal(before + 2);
    expect(all.groups.reduce((sum, group) => sum + group.count, 0)).to.equal(all.violations + all.deviations);
  });

  it("are forgotten when the merchant's coverage is reset", async () => {
    await send(withValue(pay(), "order.referenc", "x"));
    const reset = `/_sandbox/v1/merchants/${merchant()}/reset`;
    await request(running.sandbox.url)
      .post(reset)
      .send({ only: ["coverage"] });
    expect((await findings()).groups).to.deep.equal([]);
  });

  it("are asked of a merchant that there is", async () => {
    const response = await request(running.sandbox.url).get("/_sandbox/v1/merchants/NOBODY/findings");
    expect(response.status).to.equal(404);
  });
});
