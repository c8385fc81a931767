import { expect } from "chai";
import request from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { begin, checkoutOf, sessionIdOf } from "../browser/checkout-client.ts";
import { CARD } from "../support/requests.ts";
import { eachNotified, MERCHANT } from "./notified.ts";

const CHALLENGED = "5123450000000008";
const FRICTIONLESS = "5555555555000018";
const UNKNOWN = "5105105105105100";

/** What a notification says of its transaction. */
const TOLD = ["transaction.id", "transaction.type", "order.authenticationStatus", "order.status"];

const PAID = ["1", "PAYMENT", "AUTHENTICATION_SUCCESSFUL", "CAPTURED"];
const AUTHENTICATED = ["trans-1", "AUTHENTICATION", "AUTHENTICATION_SUCCESSFUL", "AUTHENTICATED"];

describe("notifications of a checkout with 3-D Secure", () => {
  const its = eachNotified();

  for (const [payer, number, challenge, told] of [
    ["passes a challenge", CHALLENGED, "SUCCESSFUL", [AUTHENTICATED, PAID]],
    ["is not asked", FRICTIONLESS, "SUCCESSFUL", [AUTHENTICATED, PAID]],
    [
      ...(["fails a challenge", CHALLENGED, "FAILED"] as const),
      [["trans-1", "AUTHENTICATION", "AUTHENTICATION_FAILED", "AUTHENTICATION_UNSUCCESSFUL"]],
    ],
    [
      ...(["has a card without 3-D Secure", UNKNOWN, "SUCCESSFUL"] as const),
      [
        ["trans-1", "AUTHENTICATION", "AUTHENTICATION_NOT_SUPPORTED", "AUTHENTICATION_NOT_NEEDED"],
        ["1", "PAYMENT", "AUTHENTICATION_NOT_SUPPORTED", "CAPTURED"],
      ],
    ],
  ] as const) {
    it(`are the authentication once it is over, then the payment, where the payer ${payer}`, async () => {
      const { sandbox } = await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url });
      const control = `/_sandbox/v1/merchants/${MERCHANT}`;
      await request(sandbox.url).put(`${control}/payer`).send({ challenge }).expect(200);
      const secure = checkoutOf("1", { "interaction.action.3DSecure": "MANDATORY" });
      const session = sessionIdOf(await begin(sandbox.url, secure, { merchant: MERCHANT }));
      const card = { number, expiry: CARD.expiry, securityCode: CARD.securityCode };
      await request(sandbox.url)
        .post(`${control}/checkouts/${session}`)
        .send({ action: "pay", card })
        .expect(200);
      const { notifications } = (await its.notifications().list()).body as { notifications: unknown[] };
      expect(notifications).to.have.length(told.length);
      await its.notifications().settled(told.length);
      const bodies = its.plain().received.map(({ body }) => body as Json);
      expect(bodies.map((body) => TOLD.map((path) => valueAt(body, path)))).to.deep.equal(told);
    });
  }
});
