import type { JsonObject } from "../../../server/domain/json.ts";
import type { Operation } from "../../../server/domain/request/operation.ts";
import { AT_MERCHANT, initiate } from "../../browser/browser-requests.ts";
import { withValue } from "../../contract/limits/body.ts";
import { authorize, CARD, pay } from "../../support/requests.ts";
import type { MerchantId, Subject } from "./subject.ts";

/** Makes what a request is about, and gives what stands for the order in its path. */
export type Prepare = (subject: Subject, merchant: MerchantId, order: string) => Promise<string>;

/** Orders that the canary's scenario refers, so that a referral can approve them. */
export const REFERRED_ORDERS = "REFERRED-";

const ROOT = "/api/rest/version/100/merchant/MERCHANT";

const first =
  (body: JsonObject): Prepare =>
  async (subject, merchant, order) => {
    await subject.put(merchant, `${ROOT}/order/${order}/transaction/1`, body);
    return order;
  };

const SECURE_FUNDS = {
  type: "CARD",
  provided: { card: { number: CARD.number, expiry: CARD.expiry } },
};

/** What has to be there before. */
export const PREPARED: Readonly<Partial<Record<Operation, Prepare>>> = {
  CAPTURE: first(authorize("100.00")),
  REFUND: first(pay("100.00")),
  VOID: first(authorize("100.00")),
  UPDATE_AUTHORIZATION: first(authorize("100.00")),
  REFERRAL: (subject, merchant, order) =>
    first(authorize("100.00"))(subject, merchant, `${REFERRED_ORDERS}${order}`),
  AUTHENTICATE_PAYER: async (subject, merchant, order) => {
    await subject.put(merchant, `${ROOT}/order/${order}/transaction/2`, {
      apiOperation: "INITIATE_AUTHENTICATION",
      order: { currency: "USD" },
      sourceOfFunds: { type: "CARD", provided: { card: { number: CARD.number } } },
    });
    return order;
  },
  PROCESS_ACS_RESULT: async (subject, merchant, order) => {
    await subject.put(merchant, `${ROOT}/3DSecureId/${order}`, {
      apiOperation: "CHECK_3DS_ENROLLMENT",
      order: { amount: "10.00", currency: "USD" },
      sourceOfFunds: SECURE_FUNDS,
    });
    return order;
  },
  CONFIRM_BROWSER_PAYMENT: async (subject, merchant, order) => {
    const path = `${ROOT}/order/${order}/transaction/1`;
    const { body } = await subject.put(merchant, path, initiate(AT_MERCHANT));
    const [, page = ""] = /"redirectUrl":"https?:\/\/[^/"]+([^"]+)"/.exec(body) ?? [];
    await subject.request(page, { method: "POST", body: new URLSearchParams({ action: "pay" }) });
    return order;
  },
  UPDATE_SESSION: async (subject, merchant) => {
    const { body } = await subject.send("POST", merchant, `${ROOT}/session`, {});
    return /"id":"([^"]+)"/.exec(body)?.[1] ?? "";
  },
};

/** Puts into a body what only the preparation tells. */
export type Complete = (
  subject: Subject,
  merchant: MerchantId,
  order: string,
  body: JsonObject,
) => Promise<JsonObject>;

export const COMPLETED: Readonly<Partial<Record<Operation, Complete>>> = {
  PROCESS_ACS_RESULT: async (subject, merchant, order, body) => {
    const { body: answer } = await subject.request(
      `/_sandbox/v1/merchants/${merchant}/enrollments/${order}/answer`,
      { method: "POST", body: JSON.stringify({ outcome: "SUCCESSFUL" }) },
    );
    const [, paRes = ""] = /"paRes":"([^"]+)"/.exec(answer) ?? [];
    return withValue(body, "3DSecure.paRes", paRes);
  },
};
