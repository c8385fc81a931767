import { expect } from "chai";
import type { Response } from "supertest";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { startWith } from "../flows/started.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { CARDS, ERRORS_OF_INITIATION, ERRORS_OF_PAYER } from "./card-cases.ts";
import {
  acsResult,
  answeredBy,
  check,
  enrollmentClientOf,
  formOfCheck,
  TERM_URL,
} from "./enrollment-client.ts";
import type { EnrollmentClient } from "./enrollment-client.ts";
import { formIn, submit } from "./emulator.ts";

const MERCHANT = "SHOP";
const CHALLENGED = "5123450000000008";
const UNKNOWN = "5105105105105100";

const at = ({ body }: Response, path: string): Json | undefined => valueAt(body as Json, path);
const told = (response: Response, ...paths: readonly string[]): readonly (Json | undefined)[] =>
  paths.map((path) => at(response, path));

/** Letter of the card table, that of the PaRes, summaryStatus, recommendation. */
const WITHOUT_PAGE = {
  Y: ["Y", "AUTHENTICATION_SUCCESSFUL", "PROCEED"],
  A: ["A", "AUTHENTICATION_ATTEMPTED", "PROCEED"],
  N: ["N", "AUTHENTICATION_FAILED", "DO_NOT_PROCEED"],
  R: ["N", "AUTHENTICATION_FAILED", "DO_NOT_PROCEED"],
  U: ["U", "AUTHENTICATION_NOT_AVAILABLE", "PROCEED"],
} as const;

/** What the payer does on the page, the letter, summaryStatus, recommendation, ECI, token. */
const CHOICES = [
  [{}, "Y", "AUTHENTICATION_SUCCESSFUL", "PROCEED", "02", "jHyn+7YFi1EUAREAAAAvNUe6Hv8="],
  [
    { outcome: "AUTHENTICATION_ATTEMPTED" },
    ...(["A", "AUTHENTICATION_ATTEMPTED", "PROCEED", "01", "nHyn+7YFi1EUAREAAAAvNUe6Hv8="] as const),
  ],
  [
    { outcome: "UNAUTHENTICATED" },
    ...(["N", "AUTHENTICATION_FAILED", "DO_NOT_PROCEED", "00", undefined] as const),
  ],
  [{ action: "cancel" }, "N", "AUTHENTICATION_FAILED", "DO_NOT_PROCEED", "00", undefined],
  [
    { outcome: "AUTHENTICATION_NOT_AVAILABLE" },
    ...(["U", "AUTHENTICATION_NOT_AVAILABLE", "PROCEED", "00", undefined] as const),
  ],
] as const;

const OF_RESULT = ["3DSecure.paResStatus", "3DSecure.summaryStatus", "response.gatewayRecommendation"];

describe("3-D Secure 1", () => {
  let running: TestSandbox;
  let secure: EnrollmentClient;
  let ids = 0;
  before(async () => {
    running = await startWith({
      merchants: { [MERCHANT]: {} },
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

  for (const { number, purpose, letter } of CARDS) {
    const isExempt = letter === "exempt";
    it(`answers ${number}, ${purpose}, as the card table says`, async () => {
      const { id, answer } = await checked(number);
      expect(answer.status).to.equal(201);
      expect(told(answer, "3DSecure.veResEnrolled", "response.3DSecure.gatewayCode")).to.deep.equal(
        isExempt ? ["N", "CARD_NOT_ENROLLED"] : ["Y", "CARD_ENROLLED"],
      );
      if (isExempt) return;
      const page = await submit(formOfCheck(answer));
      if (letter === "C") {
        expect(page.text).to.contain("One-time password");
        return;
      }
      const { action, fields } = formIn(page.text);
      expect([action, fields["MD"]]).to.deep.equal([TERM_URL, "basket-7"]);
      const result = await secure.process(id, acsResult(fields["PaRes"] ?? ""));
      expect(told(result, ...OF_RESULT)).to.deep.equal([...WITHOUT_PAGE[letter]]);
    });
  }

  for (const [fields, letter, summary, recommendation, eci, token] of CHOICES) {
    it(`tells the shop ${letter} when the payer does ${JSON.stringify(fields)} on the issuer's page`, async () => {
      const { id, answer } = await checked();
      const back = await answeredBy(answer, fields);
      expect([back.action, back.fields["MD"]]).to.deep.equal([TERM_URL, "basket-7"]);
      const result = await secure.process(id, acsResult(back.fields["PaRes"] ?? ""));
      expect(result.body).to.deep.equal({
        "3DSecure": {
          acsEci: eci,
          ...(token === undefined ? {} : { authenticationToken: token }),
          paResStatus: letter,
          summaryStatus: summary,
          veResEnrolled: "Y",
          xid: at(answer, "3DSecure.xid"),
        },
        "3DSecureId": id,
        merchant: MERCHANT,
        response: { "3DSecure": { gatewayCode: summary }, gatewayRecommendation: recommendation },
      });
    });
  }

  it("asks again for a wrong code, and fails the third", async () => {
    const { id, answer } = await checked();
    const form = formOfCheck(answer);
    let page = formIn((await submit(form)).text);
    for (const wrong of ["1", "2"]) {
      const action = new URL(page.action, form.action).href;
      page = formIn((await submit({ ...page, action, fields: { ...page.fields, code: "000000" } })).text);
      expect(page.fields).to.include({ wrong, MD: "basket-7", TermUrl: TERM_URL });
    }
    const action = new URL(page.action, form.action).href;
    const back = formIn((await submit({ ...page, action, fields: { ...page.fields, code: "000000" } })).text);
    const result = await secure.process(id, acsResult(back.fields["PaRes"] ?? ""));
    expect(at(result, "3DSecure.paResStatus")).to.equal("N");
  });

  it("gives the whole form to who asks for the page in the mode SIMPLE", async () => {
    const mode = { "3DSecure.authenticationRedirect.pageGenerationMode": "SIMPLE" };
    const answer = await secure.check(newId(), check(CHALLENGED, mode), 45);
    expect(at(answer, "3DSecure.authenticationRedirect.customized")).to.equal(undefined);
    const html = textAt(answer.body as Json, "3DSecure.authenticationRedirect.simple.htmlBodyContent") ?? "";
    expect(html).to.match(/^<div id="redirectTo3ds1AcsSimple">.*<\/div>$/);
    const form = formIn(html);
    expect([form.id, Object.keys(form.fields)]).to.deep.equal([
      "redirectTo3ds1Form",
      ["PaReq", "TermUrl", "MD"],
    ]);
    expect((await submit(form)).text).to.contain("One-time password");
  });

  for (const [what, number, summary] of [
    ["a card that nobody names", UNKNOWN, "CARD_NOT_ENROLLED"],
    ["a card of no known scheme", "9999999999999995", "CARD_DOES_NOT_SUPPORT_3DS"],
  ] as const) {
    it(`says of ${what} ${summary}, and that the merchant may proceed`, async () => {
      const { answer } = await checked(number);
      expect(told(answer, "3DSecure.veResEnrolled", "3DSecure.summaryStatus")).to.deep.equal(["N", summary]);
      expect(told(answer, "response.gatewayRecommendation", "3DSecure.authenticationRedirect")).to.deep.equal(
        [...["PROCEED", undefined]],
      );
    });
  }

  it("fails in the step that the card table says", async () => {
    const [first = "", second = ""] = [ERRORS_OF_INITIATION[0], ERRORS_OF_PAYER[0]];
    expect((await checked(first)).answer.status).to.equal(500);
    const { id, answer } = await checked(second);
    expect(answer.status).to.equal(201);
    const { fields } = formIn((await submit(formOfCheck(answer))).text);
    expect((await secure.process(id, acsResult(fields["PaRes"] ?? ""))).status).to.equal(500);
  });

  it("answers the same request again as before, and the same result too", async () => {
    const { id, answer } = await checked();
    const again = await secure.check(id, check(CHALLENGED));
    expect([again.status, again.body]).to.deep.equal([200, answer.body]);
    const { PaRes = "" } = (await answeredBy(answer, {})).fields;
    const first = await secure.process(id, acsResult(PaRes));
    const second = await secure.process(id, acsResult(PaRes));
    expect([second.status, second.body]).to.deep.equal([200, first.body]);
    expect((await secure.check(id, check(CHALLENGED))).body).to.deep.equal(answer.body);
  });

  it("takes the card from a session, and leaves its security code for the payment", async () => {
    const kept = keptClientOf(running.sandbox.url, MERCHANT);
    const session = sessionOf(await kept.createSession({})).id;
    const card = { number: CHALLENGED, expiry: { month: "01", year: "39" }, securityCode: "100" };
    await kept.updateSession(session, { sourceOfFunds: { type: "CARD", provided: { card } } });
    const answer = await secure.check(
      newId(),
      check(CHALLENGED, { sourceOfFunds: undefined, session: { id: session } }),
    );
    expect(at(answer, "3DSecure.veResEnrolled")).to.equal("Y");
    const left = await kept.getSession(session);
    expect(valueAt(left.body as Json, "sourceOfFunds.provided.card.securityCode")).to.equal("xxx");
  });

  it("shows no page for a PaReq that the gateway has not made, or without a way back", async () => {
    const { answer } = await checked();
    const form = formOfCheck(answer);
    const forged = Buffer.from(JSON.stringify([MERCHANT, "check-1", "0"])).toString("base64");
    for (const paReq of [forged, "bm90IEpTT04=", "WzEsMl0="])
      expect((await submit({ ...form, fields: { ...form.fields, PaReq: paReq } })).status).to.equal(404);
    for (const termUrl of ["javascript:alert(1)", ""]) {
      const page = await submit({ ...form, fields: { ...form.fields, TermUrl: termUrl } });
      expect([page.status, page.text.includes("TermUrl")]).to.deep.equal([400, true]);
    }
  });
});
