import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { advance } from "../support/clock.ts";
import {
  acsResult,
  answeredBy,
  check,
  enrollmentClientOf,
  formOfCheck,
  TERM_URL,
} from "./enrollment-client.ts";
import { formIn, submit } from "./emulator.ts";

const CHALLENGED = "5123450000000008";
const AUTHENTICATED = "5123456789012346";
const UNKNOWN = "5105105105105100";

/** The outcome, the letter that the shop is told, and summaryStatus. */
const OUTCOMES = [
  ["SUCCESSFUL", "Y", "AUTHENTICATION_SUCCESSFUL"],
  ["ATTEMPTED", "A", "AUTHENTICATION_ATTEMPTED"],
  ["FAILED", "N", "AUTHENTICATION_FAILED"],
  ["CANCELLED", "N", "AUTHENTICATION_FAILED"],
  ["UNAVAILABLE", "U", "AUTHENTICATION_NOT_AVAILABLE"],
] as const;

describe("the issuer's page of 3-D Secure 1 without a browser", () => {
  const running = suiteSandbox({ merchants: { SHOP: {}, STOOD: {}, ARMED: {} } });
  const client = clientOn(running, "SHOP");
  let ids = 0;

  const secureOf = (merchant: string) => enrollmentClientOf(running.sandbox.url, merchant);
  const checked = async (
    number = CHALLENGED,
    merchant = "SHOP",
  ): Promise<{ readonly id: string; readonly answer: Response }> => {
    const id = `check-${(ids += 1)}`;
    return { id, answer: await secureOf(merchant).check(id, check(number)) };
  };
  const settle = (id: string, body: object, merchant = "SHOP") =>
    request(running.sandbox.url)
      .post(`/_sandbox/v1/merchants/${merchant}/enrollments/${id}/answer`)
      .send(body);
  const letterOf = async (id: string, paRes: string, merchant = "SHOP"): Promise<Json | undefined> =>
    valueAt((await secureOf(merchant).process(id, acsResult(paRes))).body as Json, "3DSecure.paResStatus");

  for (const [outcome, letter, summary] of OUTCOMES) {
    it(`gives the PaRes of ${letter} for ${outcome}`, async () => {
      const { id } = await checked();
      const settled = await settle(id, { outcome });
      expect(settled.status, settled.text).to.equal(200);
      const { paRes, ...told } = settled.body as Readonly<Record<string, string>>;
      expect(told).to.deep.equal({ "3DSecureId": id, paResStatus: letter, goesTo: TERM_URL });
      const result = await secureOf("SHOP").process(id, acsResult(paRes ?? ""));
      expect(valueAt(result.body as Json, "3DSecure.summaryStatus")).to.equal(summary);
      expect((await client.why(settled)).merchantId).to.equal("SHOP");
    });
  }

  it("says what an issuer says that asks nobody, whatever the payer would do", async () => {
    const { id } = await checked(AUTHENTICATED);
    expect((await settle(id, { outcome: "FAILED" })).body).to.include({ paResStatus: "Y" });
  });

  it("keeps to what the merchant has been told", async () => {
    const { id } = await checked();
    const first = (await settle(id, { outcome: "FAILED" })).body as Json;
    await secureOf("SHOP").process(id, acsResult(textAt(first, "paRes") ?? ""));
    expect((await settle(id, { outcome: "SUCCESSFUL" })).body).to.deep.equal(first);
  });

  it("is not there for a card that is not enrolled, an id that nobody has checked and another outcome", async () => {
    const { id } = await checked(UNKNOWN);
    for (const unknown of [id, "never-checked"]) {
      const refused = await settle(unknown, { outcome: "SUCCESSFUL" });
      expect([refused.status, valueAt(refused.body as Json, "detail")]).to.deep.equal([
        409,
        "No check with this 3DSecureId leads to an issuer's page.",
      ]);
    }
    for (const body of [{}, { outcome: "REJECTED" }]) expect((await settle(id, body)).status).to.equal(400);
  });

  it("fails the payer after ten minutes on the merchant's clock, on the page too", async () => {
    const { id, answer } = await checked(CHALLENGED, "STOOD");
    const form = formOfCheck(answer);
    await advance(running.sandbox.url, "STOOD", "PT9M59S");
    const page = formIn((await submit(form)).text);
    expect(page.fields).to.include({ code: "123456" });
    await advance(running.sandbox.url, "STOOD", "PT1S");
    expect((await settle(id, { outcome: "SUCCESSFUL" }, "STOOD")).body).to.include({ paResStatus: "N" });
    const action = new URL(page.action, form.action).href;
    for (const sent of [form, { ...page, action }]) {
      const { PaRes = "" } = formIn((await submit(sent)).text).fields;
      expect(await letterOf(id, PaRes, "STOOD")).to.equal("N");
    }
  });

  it("is passed at once where the merchant's payers act by themselves", async () => {
    const habits = (challenge: string) =>
      request(running.sandbox.url).put("/_sandbox/v1/merchants/ARMED/payer").send({ challenge });
    for (const [challenge, letter] of [
      ["SUCCESSFUL", "Y"],
      ["REJECTED", "N"],
    ] as const) {
      await habits(challenge);
      const { id, answer } = await checked(CHALLENGED, "ARMED");
      const led = await submit(formOfCheck(answer));
      expect((await client.why(led)).notes).to.include(`The payer's challenge ended as ${challenge}.`);
      const { PaRes = "" } = formIn(led.text).fields;
      expect(await letterOf(id, PaRes, "ARMED")).to.equal(letter);
    }
  });

  it("takes the same answers from a person", async () => {
    const { id, answer } = await checked();
    const { PaRes = "" } = (await answeredBy(answer, {})).fields;
    expect((await settle(id, { outcome: "SUCCESSFUL" })).body).to.include({ paRes: PaRes });
  });
});
