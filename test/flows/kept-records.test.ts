import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { acsResult, answeredBy, check, enrollmentClientOf } from "../authentication/enrollment-client.ts";
import type { EnrollmentClient } from "../authentication/enrollment-client.ts";
import { assessment, cardClientOf } from "../support/card-requests.ts";
import { pay, withValues } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTKEPT";
const ASKED = "5123450000000008";
const NOT_ASKED = "5105105105105100";
const IDS = ["1", "2", "3", "4", "5"];

describe("the limit of records that merchants name themselves", () => {
  let running: Started;
  let client: Client;
  let secure: EnrollmentClient;
  const start = async (environment: Readonly<Record<string, string>>, own?: object): Promise<void> => {
    running = await startWith({
      environment: { SANDBOX_LOG_LEVEL: "info", ...environment },
      ...(own && { merchants: { [MERCHANT]: own } }),
    });
    client = clientOf(running.sandbox.url, MERCHANT);
    secure = enrollmentClientOf(running.sandbox.url, MERCHANT);
  };
  afterEach(() => running.stop());

  const assess = async (id: string): Promise<number> =>
    (await cardClientOf(running.sandbox.url, MERCHANT).assess(id, assessment())).status;
  const asked = async (id: string, number = NOT_ASKED): Promise<Response> => secure.check(id, check(number));
  const paidBy = (id: string, number = NOT_ASKED): Promise<Response> => {
    const changes: JsonObject = {
      "3DSecureId": id,
      "sourceOfFunds.provided.card": { number, expiry: { month: "01", year: "39" } },
    };
    return client.put({ order: `by-${id}`, transaction: "1", body: withValues(pay(), changes) });
  };
  const seen = async (): Promise<JsonObject> => {
    const answer = await request(running.sandbox.url).get("/_sandbox/v1/merchants");
    return (answer.body as { readonly merchants: readonly JsonObject[] }).merchants[0] ?? {};
  };

  it("evicts the oldest risk assessments, which everybody can see", async () => {
    await start({ SANDBOX_RECORDS_KEPT: "9" }, { recordsKept: 2 });
    for (const id of IDS) expect(await assess(id)).to.equal(201);
    expect([await assess("4"), await assess("5"), await assess("1")]).to.deep.equal([200, 200, 201]);
    expect(await seen()).to.include({ evictedRiskAssessments: 4, evictedEnrollmentChecks: 0 });
    const { text } = await request(running.sandbox.url).get("/metrics");
    expect(text).to.include("\nsandbox_risk_assessments_evicted_total 4\n");
    expect(running.logged()).to.include(
      `"event":"risk-assessments-evicted","merchant":"${MERCHANT}","riskAssessments":1`,
    );
  });

  it("evicts the oldest checks of enrollment, and says so to whoever names one", async () => {
    await start({ SANDBOX_RECORDS_KEPT: "2" });
    for (const id of IDS) expect((await asked(id)).status).to.equal(201);
    const note =
      "The check of enrollment may have been evicted: 3 of the merchant's oldest checks of enrollment were (SANDBOX_RECORDS_KEPT).";
    for (const refused of [await paidBy("1"), await secure.process("2", acsResult("eJxVUttu4jAQ"))]) {
      expect(refused.status).to.equal(400);
      expect((await client.why(refused)).notes).to.include(note);
    }
    const paid = await paidBy("5");
    expect([paid.status, (await client.why(paid)).notes]).to.deep.equal([201, []]);
    const again = await paidBy("5");
    expect((await client.why(again)).notes, "a repeated one").to.deep.equal([]);
    expect(await seen()).to.include({ evictedEnrollmentChecks: 3, evictedRiskAssessments: 0 });
  });

  it("spares the checks whose payer is at the issuer's page", async () => {
    await start({ SANDBOX_RECORDS_KEPT: "4" });
    const first = await asked("first", ASKED);
    for (const id of IDS) await asked(id);
    const { fields } = await answeredBy(first, {});
    expect((await secure.process("first", acsResult(fields["PaRes"] ?? ""))).status).to.equal(200);
    expect((await paidBy("first", ASKED)).status).to.equal(201);
    for (const id of ["6", "7"]) await asked(id);
    expect((await secure.process("first", acsResult(fields["PaRes"] ?? ""))).status).to.equal(400);
  });
});
