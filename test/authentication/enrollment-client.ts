import request from "supertest";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { withValues } from "../support/requests.ts";
import { formIn, submit } from "./emulator.ts";
import type { FoundForm } from "./emulator.ts";

/** Where the shop wants its payer back. */
export const TERM_URL = "https://shop.example/back?order=1";

/** What a shop asks about a card before it is paid with (3-D Secure 1). */
export const check = (number: string, values: JsonObject = {}): JsonObject =>
  withValues(
    {
      "3DSecure": { authenticationRedirect: { pageGenerationMode: "CUSTOMIZED", responseUrl: TERM_URL } },
      apiOperation: "CHECK_3DS_ENROLLMENT",
      order: { amount: "100.00", currency: "USD" },
      sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: { month: "01", year: "39" } } } },
    },
    values,
  );

export const acsResult = (paRes: string): JsonObject => ({
  "3DSecure": { paRes },
  apiOperation: "PROCESS_ACS_RESULT",
});

/** A merchant's client for 3-D Secure 1. Every answer is held against the response contract. */
export interface EnrollmentClient {
  check: (id: string, body: JsonObject, version?: number) => Promise<Response>;
  process: (id: string, body: JsonObject, version?: number) => Promise<Response>;
}

export function enrollmentClientOf(url: string, merchant: string): EnrollmentClient {
  const send =
    (method: "post" | "put"): EnrollmentClient["check"] =>
    async (id, body, version = 100) => {
      const path = `/api/rest/version/${version}/merchant/${merchant}/3DSecureId/${encodeURIComponent(id)}`;
      const response = await request(url)[method](path).auth(`merchant.${merchant}`, "sandbox").send(body);
      expectValidAnswer(response.body, response.ok ? "enrollment" : "error", version);
      return response;
    };
  return { check: send("put"), process: send("post") };
}

/** The form that a shop makes of the answer to a check. */
export function formOfCheck({ body }: Response, MD = "basket-7"): FoundForm {
  const given = (name: string): string =>
    textAt(body as Json, `3DSecure.authenticationRedirect.customized.${name}`) ?? "";
  const fields = { PaReq: given("paReq"), TermUrl: TERM_URL, MD };
  return { id: undefined, target: undefined, action: given("acsUrl"), fields };
}

/** The payer at the issuer's page: what the browser brings to the shop once the page's form is sent with these fields. */
export async function answeredBy(
  checked: Response,
  fields: Readonly<Record<string, string>>,
): Promise<FoundForm> {
  const form = formOfCheck(checked);
  const asked = formIn((await submit(form)).text);
  const action = new URL(asked.action, form.action).href;
  return formIn((await submit({ ...asked, action, fields: { ...asked.fields, ...fields } })).text);
}
