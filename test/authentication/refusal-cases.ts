import type { RefusalCase } from "../http/refusal-cases.ts";
import { pay, withValue } from "../support/requests.ts";
import { authenticate, initiate } from "./calls.ts";

const CARD = "5123450000000008";
const OTHER_CARD = "4508750015741019";
const NUMBER = "sourceOfFunds.provided.card.number";
const RETURN = "authentication.redirectResponseUrl";
const initiated = { before: [initiate(CARD)], transaction: "1" } as const;

/** What the rules of authentications refuse (assumption A282). */
export const AUTHENTICATION_CASES: readonly RefusalCase[] = [
  {
    refuses: "an authentication that was not initiated",
    rule: "authentication-open",
    body: authenticate(CARD),
    field: "transaction.id",
    type: "INVALID",
    says: "no authentication that was initiated with this transaction ID",
  },
  {
    refuses: "an authentication that is asked for after the payment",
    rule: "order-takes-initial-transaction",
    before: [initiate(CARD), pay()],
    transaction: "1",
    body: authenticate(CARD),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is CAPTURED and takes no further AUTHENTICATE_PAYER; use a new order id",
  },
  {
    refuses: "an authentication of a payer who cannot come back",
    rule: "payer-can-return",
    ...initiated,
    body: withValue(authenticate(CARD), RETURN, undefined),
    field: RETURN,
    type: "MISSING",
    says: "The payer's browser comes back to it",
  },
  {
    refuses: "a payer's way back over http where the merchant demands https",
    rule: "redirect-response-url-is-https",
    ...initiated,
    merchant: "SECURE",
    body: withValue(authenticate(CARD), RETURN, "http://127.0.0.1:3000/back"),
    field: RETURN,
    type: "INVALID",
    says: "It must begin with https",
  },
  {
    refuses: "an authentication with another card than was initiated",
    rule: "card-is-initiated-one",
    ...initiated,
    body: authenticate(OTHER_CARD),
    field: NUMBER,
    type: "INVALID",
    says: "The card must be the one that the authentication was initiated with",
  },
  {
    refuses: "an authentication of no card",
    rule: "card-number-given",
    body: withValue(initiate(CARD), NUMBER, undefined),
    field: NUMBER,
    type: "MISSING",
    says: "The card details are incomplete",
  },
];
