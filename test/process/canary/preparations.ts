import type { JsonObject } from "../../../server/domain/json.ts";
import type { Operation } from "../../../server/domain/request/operation.ts";
import { AT_MERCHANT, initiate } from "../../browser/browser-requests.ts";
import { authorize, pay } from "../../support/requests.ts";
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

/** What has to be there before. */
export const PREPARED: Readonly<Partial<Record<Operation, Prepare>>> = {
  CAPTURE: first(authorize("100.00")),
  REFUND: first(pay("100.00")),
  VOID: first(authorize("100.00")),
  UPDATE_AUTHORIZATION: first(authorize("100.00")),
  REFERRAL: (subject, merchant, order) =>
    first(authorize("100.00"))(subject, merchant, `${REFERRED_ORDERS}${order}`),
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
