import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Remark } from "../../server/verdict/conduct/conduct-rule.ts";
import type { Scorecard } from "../../server/verdict/conduct/scorecard.ts";
import { clientOn, startWith } from "../flows/started.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { pay, withValues } from "../support/requests.ts";
import { acsResult, answeredBy, check, enrollmentClientOf } from "./enrollment-client.ts";
import type { EnrollmentClient } from "./enrollment-client.ts";

const MERCHANT = "SHOP";
const CHALLENGED = "5123450000000008";
const UNKNOWN = "5105105105105100";

const at = ({ body }: Response, path: string): Json | undefined => valueAt(body as Json, path);
const told = (response: Response, ...paths: readonly string[]): readonly (Json | undefined)[] =>
  paths.map((path) => at(response, path));

describe("payments after 3-D Secure 1", () => {
  let running: TestSandbox;
  let secure: EnrollmentClient;
  let ids = 0;
  before(async () => {
    running = await startWith({
      merchants: { [MERCHANT]: {}, STRICT: { unauthenticatedPayments: "block" } },
    });
    secure = enrollmentClientOf(running.sandbox.url, MERCHANT);
  });
  after(() => running.stop());

  const newId = (): string => `check-${(ids += 1)}`;
  const checked = async (
    number = CHALLENGED,
  ): Promise<{ readonly id: string; readonly answer: Response }> => {
    const id = newId();
    return { id, answer: await secure.check(id, check(number)) };
  };
  /** A payer who has been at the issuer's page, and the shop that has handed over what the browser brought. */
  const processed = async (fields: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { id, answer } = await checked();
    const { PaRes = "" } = (await answeredBy(answer, fields)).fields;
    expect((await secure.process(id, acsResult(PaRes))).status).to.equal(200);
    return id;
  };
  const paying = (id: string, values: JsonObject = {}): JsonObject =>
    withValues(
      { ...pay("100.00"), "3DSecureId": id },
      {
        "sourceOfFunds.provided.card.number": CHALLENGED,
        ...values,
      },
    );
  const paid = async (id: string, values: JsonObject = {}, version = 100): Promise<Response> =>
    clientOn(running, MERCHANT).put({ order: newId(), transaction: "1", body: paying(id, values), version });

  it("are told of by the order: which version it was, and with which ECI; without any, that there was none", async () => {
    const client = clientOn(running, MERCHANT);
    await client.put({ order: "with", transaction: "1", body: paying(await processed()) });
    await client.put({ order: "without", transaction: "1", body: pay("100.00") });
    const members = ["authenticationStatus", "authenticationVersion", "3dsAcsEci"];
    expect(told(await client.getOrder("with"), ...members)).to.deep.equal([
      ...["AUTHENTICATION_SUCCESSFUL", "3DS1", "02"],
    ]);
    expect(told(await client.getOrder("without"), ...members)).to.deep.equal([
      ...["AUTHENTICATION_NOT_IN_EFFECT", undefined, undefined],
    ]);
  });

  it("lets a payment repeat what the payer came to, by the names of its version", async () => {
    const result = { acsEci: "02", authenticationToken: "jHyn+7YFi1EUAREAAAAvNUe6Hv8=" };
    for (const version of [13, 48, 60, 100]) {
      const id = await processed();
      const answer = await paid(id, version < 60 ? { "order.reference": undefined } : {}, version);
      expect([answer.status, at(answer, "order.status")], String(version)).to.deep.equal([201, "CAPTURED"]);
      expect(told(answer, "3DSecureId", "3DSecure.acsEci", "3DSecure.authenticationToken")).to.deep.equal([
        ...[id, result.acsEci, result.authenticationToken],
      ]);
      expect(at(answer, version === 48 ? "3DSecure.veResEnrolled" : "3DSecure.enrollmentStatus")).to.equal(
        version === 48 ? "Y" : "ENROLLED",
      );
      if (version < 60) continue;
      expect(at(answer, "order.authenticationStatus")).to.equal("AUTHENTICATION_SUCCESSFUL");
      expect(at(answer, "authentication.3ds")).to.include(result);
      expect(told(answer, "authentication.3ds1.paResStatus", "authentication.version")).to.deep.equal([
        ...["Y", "3DS1"],
      ]);
    }
  });

  it("lets a payment with a card that is not enrolled go on, without any proof", async () => {
    const { id } = await checked(UNKNOWN);
    const answer = await paid(id, { "sourceOfFunds.provided.card.number": UNKNOWN });
    expect(told(answer, "result", "order.authenticationStatus", "3DSecure.acsEci")).to.deep.equal([
      ...["SUCCESS", "AUTHENTICATION_NOT_SUPPORTED", undefined],
    ]);
  });

  for (const [what, prepare, status] of [
    ["the payer failed", () => processed({ outcome: "UNAUTHENTICATED" }), "AUTHENTICATION_FAILED"],
    ["nobody has finished the authentication", async () => (await checked()).id, "AUTHENTICATION_PENDING"],
  ] as const) {
    it(`declines a payment when ${what}`, async () => {
      const answer = await paid(await prepare());
      expect(told(answer, "result", "response.gatewayCode", "order.authenticationStatus")).to.deep.equal([
        ...["FAILURE", "AUTHENTICATION_FAILED", status],
      ]);
    });
  }

  /** The rules of conduct that have a remark on a payment with the check. */
  const remarkedOf = async (id: string): Promise<readonly string[]> => {
    const answer = await request(running.sandbox.url).get(`/_sandbox/v1/merchants/${MERCHANT}/conduct`);
    const isOf = ({ message }: Remark): boolean => message.includes(`the authentication ${id},`);
    return (answer.body as Scorecard).rules
      .filter(({ remarks }) => remarks.some(isOf))
      .map(({ id: rule }) => rule);
  };
  const failed = "paid-after-failed-authentication";
  const unshifted = "paid-without-liability-shift";
  for (const [what, prepare, expected] of [
    ["the payer failed", () => processed({ outcome: "UNAUTHENTICATED" }), [failed]],
    ["nobody has finished the authentication", async () => (await checked()).id, [failed]],
    [
      "the issuer was not available",
      () => processed({ outcome: "AUTHENTICATION_NOT_AVAILABLE" }),
      [unshifted],
    ],
    ["the card is not enrolled", async () => (await checked(UNKNOWN)).id, [unshifted]],
    ["the payer was authenticated", () => processed(), []],
  ] as const) {
    for (const version of [13, 48, 57, 60, 100]) {
      it(`is ${expected.join() || "no"} remark of the verdict when ${what}, in version ${version}`, async () => {
        const values = {
          ...(what === "the card is not enrolled" && { "sourceOfFunds.provided.card.number": UNKNOWN }),
          ...(version < 60 && { "order.reference": undefined }),
        };
        const id = await prepare();
        expect((await paid(id, values, version)).status).to.equal(201);
        expect(await remarkedOf(id)).to.deep.equal(expected);
      });
    }
  }

  it("refuses a payment of another card, currency or a larger amount, or with a check that is used up", async () => {
    const id = await processed();
    const refusals = [
      [{ "sourceOfFunds.provided.card.number": UNKNOWN }, "sourceOfFunds.provided.card.number"],
      [{ "order.currency": "EUR" }, "order.currency"],
      [{ "order.amount": "100.01" }, "order.amount"],
    ] as const;
    for (const [values, field] of refusals) {
      const answer = await paid(id, values);
      expect([answer.status, at(answer, "error.field")]).to.deep.equal([400, field]);
    }
    expect(
      (await paid(id, { "sourceOfFunds.provided.card.expiry": { month: "05", year: "39" } })).status,
    ).to.equal(201);
    expect(at(await paid(id), "result")).to.equal("SUCCESS");
    const used = await paid(id);
    expect([used.status, at(used, "error.explanation")]).to.deep.equal([
      400,
      "A payment has been made with it already; check the enrollment of the card again",
    ]);
  });

  it("counts for nothing beside the data of an authentication made elsewhere", async () => {
    const answer = await paid("check-of-nobody", {
      "3DSecure": { enrollmentStatus: "NOT_ENROLLED" },
    });
    expect(at(answer, "result")).to.equal("SUCCESS");
  });

  it("brings the liability shift that a merchant may demand", async () => {
    const strict = enrollmentClientOf(running.sandbox.url, "STRICT");
    const pays = async (id: string, number: string): Promise<Json | undefined> => {
      const body = paying(id, { "sourceOfFunds.provided.card.number": number });
      const answer = await clientOn(running, "STRICT").put({ order: newId(), transaction: "1", body });
      return at(answer, "response.gatewayCode");
    };
    await strict.check("open", check(UNKNOWN));
    expect(await pays("open", UNKNOWN)).to.equal("BLOCKED");
    const answer = await strict.check("asked", check(CHALLENGED));
    const { PaRes = "" } = (await answeredBy(answer, {})).fields;
    await strict.process("asked", acsResult(PaRes));
    expect(await pays("asked", CHALLENGED)).to.equal("APPROVED");
  });
});
