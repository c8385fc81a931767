import { CHALLENGE_CHOICES } from "../../domain/order/authentication.ts";
import { PAYER_ACTIONS } from "../../domain/order/browser-payment.ts";
import { CHECKOUT_ACTIONS } from "../../domain/request/checkout.ts";
import { MERCHANT, NO_MERCHANT, text } from "../control/kernel/endpoint.ts";
import type { Endpoint } from "../control/kernel/endpoint.ts";
import { endpoint } from "../control/kernel/kernel.ts";

export const HABITS = {
  type: "object",
  additionalProperties: false,
  description:
    "What payers do by themselves as soon as the gateway has answered; what is left out waits for a person.",
  properties: {
    checkout: { ...text, title: "action", enum: CHECKOUT_ACTIONS },
    browserPayment: { ...text, title: "action", enum: PAYER_ACTIONS },
    challenge: { ...text, title: "outcome", enum: CHALLENGE_CHOICES },
  },
} as const;

const PAYER = `${MERCHANT}/payer` as const;

/** What the merchant's payers do by themselves. */
export const automaticPayers: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: PAYER,
    tag: "Payers",
    summary: "Tells what the merchant's payers do by themselves",
    answers: { 200: "PayerHabits" },
    problems: { 404: NO_MERCHANT },
    handle:
      ({ payers: automatic }) =>
      async ({ merchant: { id } }) =>
        (await automatic.of(id)) ?? {},
  }),
  endpoint({
    method: "put",
    path: PAYER,
    tag: "Payers",
    summary: "Lets the merchant's payers act by themselves, until they are told otherwise",
    body: { name: "PayerHabits", schema: HABITS, wrong: { title: "Invalid habits" } },
    answers: { 200: "PayerHabits" },
    problems: { 400: "Unknown page or action.", 404: NO_MERCHANT },
    handle:
      ({ payers: automatic }) =>
      async ({ merchant: { id }, body }) => {
        await automatic.set(id, body);
        return body;
      },
  }),
];
