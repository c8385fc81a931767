import { CHALLENGE_CHOICES } from "../../domain/order/authentication.ts";
import { PAYER_ACTIONS } from "../../domain/order/browser-payment.ts";
import { ENROLLMENT_CHOICES, PARES_LETTERS } from "../../domain/order/enrollment.ts";
import { CHECKOUT_ACTIONS } from "../../domain/request/checkout.ts";
import { deciding } from "../control/deciding.ts";
import { MERCHANT, NO_MERCHANT, text, TRANSACTION } from "../control/kernel/endpoint.ts";
import type { Judged, Resource } from "../control/kernel/endpoint.ts";
import { endpoint } from "../control/kernel/kernel.ts";
import { actAtBrowserPayment, actAtCheckout } from "./acts.ts";
import { automaticPayers, HABITS } from "./habits.ts";

const CARD = {
  type: "object",
  additionalProperties: false,
  required: ["number"],
  title:
    'a card as the gateway takes it, for example {"number":"5123450000000008","expiry":{"month":"01","year":"39"}}',
  description:
    "The card that the payer enters; left out, a test card that the active scenarios approve or decline.",
  properties: {
    number: text,
    expiry: { type: "object", properties: { month: text, year: text } },
    securityCode: text,
    nameOnCard: text,
  },
} as const;

const CHECKOUT_ACT = {
  type: "object",
  additionalProperties: false,
  required: ["action"],
  properties: {
    action: { ...text, title: "action", enum: CHECKOUT_ACTIONS },
    card: CARD,
  },
} as const;

const CHECKOUT = `${MERCHANT}/checkouts/:sessionId` as const;

const checkout = endpoint({
  method: "post",
  path: CHECKOUT,
  tag: "Payers",
  summary: "Pays, is declined or cancels at a checkout, as the payer does on the payment page",
  body: {
    name: "CheckoutAct",
    schema: CHECKOUT_ACT,
    wrong: { title: "Invalid act" },
  },
  answers: { 200: "PayerActed" },
  problems: {
    400: "The action or the card is not as it must be.",
    404: NO_MERCHANT,
    409: "There is no such checkout, it is not open, or the payment was refused.",
  },
  handle:
    (parts) =>
    ({ merchant, params: { sessionId }, body: act }) =>
      deciding(parts, CHECKOUT, "Checkout not finished", (draft) =>
        actAtCheckout(parts, { draft, merchant }, sessionId, act),
      ),
});

const BROWSER_PAYMENT_ACT = {
  type: "object",
  additionalProperties: false,
  required: ["action"],
  properties: { action: { ...text, title: "action", enum: PAYER_ACTIONS } },
} as const;

const BROWSER_PAYMENT = `${TRANSACTION}/browser-payment` as const;

const browserPayment = endpoint({
  method: "post",
  path: BROWSER_PAYMENT,
  tag: "Payers",
  summary:
    "Pays, is declined, cancels or leaves at a browser payment, as the payer does on the provider's page",
  body: {
    name: "BrowserPaymentAct",
    schema: BROWSER_PAYMENT_ACT,
    wrong: { title: "Invalid act" },
  },
  answers: { 200: "PayerActed" },
  problems: { 400: "Unknown action.", 404: NO_MERCHANT, 409: "No browser payment with this id is open." },
  handle:
    (parts) =>
    ({ merchant, params: { orderId, transactionId }, body: { action } }) =>
      deciding(parts, BROWSER_PAYMENT, "Browser payment not finished", (draft) => {
        const target = { merchantId: merchant.id, orderId, transactionId };
        return actAtBrowserPayment(parts, { draft, merchant }, target, action);
      }),
});

const CHALLENGE_ANSWER = {
  type: "object",
  additionalProperties: false,
  required: ["outcome"],
  properties: { outcome: { ...text, title: "outcome", enum: CHALLENGE_CHOICES } },
} as const;

const CHALLENGE = `${TRANSACTION}/challenge` as const;

const challenge = endpoint({
  method: "post",
  path: CHALLENGE,
  tag: "Payers",
  summary: "Answers the challenge of a payer (3-D Secure), as the payer does on the issuer's page",
  body: {
    name: "ChallengeAnswer",
    schema: CHALLENGE_ANSWER,
    wrong: {
      title: "Invalid challenge answer",
      detail: `Send {"outcome":…} with one of ${CHALLENGE_CHOICES.map((it) => `"${it}"`).join(", ")}.`,
    },
  },
  answers: { 200: "Transaction" },
  problems: {
    400: "Unknown outcome.",
    404: NO_MERCHANT,
    409: "No challenge with this id is open.",
  },
  handle:
    (parts) =>
    ({ merchant, params: { orderId, transactionId }, body: { outcome } }) =>
      deciding(parts, CHALLENGE, "Challenge not answered", (draft) => {
        const target = { merchantId: merchant.id, orderId, transactionId };
        return parts.gateway.challenges.settle({ draft, merchant, target }, outcome);
      }),
});

const ISSUER_ANSWER = {
  type: "object",
  additionalProperties: false,
  required: ["outcome"],
  properties: { outcome: { ...text, title: "outcome", enum: ENROLLMENT_CHOICES } },
} as const;

const ISSUER_ANSWERED = {
  type: "object",
  required: ["3DSecureId", "paRes", "paResStatus"],
  properties: {
    "3DSecureId": text,
    paRes: { ...text, description: "For PROCESS_ACS_RESULT, as 3DSecure.paRes." },
    paResStatus: {
      ...text,
      enum: PARES_LETTERS,
      description:
        "What it says. An issuer that asks nobody answers by itself, and N after the payer's ten minutes.",
    },
    goesTo: {
      ...text,
      description: "Where the payer's browser goes then; missing: where the TermUrl of the shop's form says.",
    },
  },
} as const;
export type IssuerAnswered = Judged<typeof ISSUER_ANSWERED>;

const ISSUER = `${MERCHANT}/enrollments/:threeDSecureId/answer` as const;

const issuer = endpoint({
  method: "post",
  path: ISSUER,
  tag: "Payers",
  summary: "Gives the PaRes that the issuer's page of 3-D Secure 1 gives the payer's browser",
  body: {
    name: "IssuerAnswer",
    schema: ISSUER_ANSWER,
    wrong: {
      title: "Invalid issuer answer",
      detail: `Send {"outcome":…} with one of ${ENROLLMENT_CHOICES.map((it) => `"${it}"`).join(", ")}.`,
    },
  },
  answers: { 200: "IssuerAnswered" },
  problems: {
    400: "Unknown outcome.",
    404: NO_MERCHANT,
    409: "No check with this id leads to an issuer's page.",
  },
  handle:
    (parts) =>
    ({ merchant, params: { threeDSecureId }, body: { outcome } }) =>
      deciding(parts, ISSUER, "Issuer not asked", (draft) =>
        parts.gateway.enrollments.settle({ draft, merchant }, threeDSecureId, outcome),
      ),
});

/** What shoppers do on the gateway's pages, for suites that have no browser. */
export const payers: Resource = {
  schemas: {
    PayerHabits: HABITS,
    IssuerAnswered: ISSUER_ANSWERED,
    PayerActed: {
      type: "object",
      required: ["order"],
      properties: {
        order: { type: "object", required: ["id"], properties: { id: text } },
        transaction: { type: "object", required: ["id"], properties: { id: text } },
        state: { ...text, description: "Of a checkout: open, paid, expired or used-up." },
        gatewayCode: text,
        resultIndicator: text,
        sessionVersion: text,
        goesTo: {
          ...text,
          description: "Where the payer's browser goes then; missing: it stays on the page.",
        },
      },
    },
  },
  parameters: {
    sessionId: "The session of the checkout.",
    threeDSecureId: "The id that the merchant made up for the check of enrollment.",
  },
  endpoints: [checkout, browserPayment, challenge, issuer, ...automaticPayers],
};
