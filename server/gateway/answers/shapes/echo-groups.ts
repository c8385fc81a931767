import type { Kind } from "../members/shape.ts";
import { ACCOUNT_FUNDING, AGREEMENT, PAYMENT_PLAN } from "./agreement.ts";
import { BILLING, CUSTOMER, DEVICE, SHIPPING } from "./payer.ts";
import {
  ACTION,
  AUTHENTICATION,
  BROWSER_PAYMENT,
  CREDIT_CARD_BILL_PAYMENT,
  CURRENCY_CONVERSION,
  INITIATOR,
  THREE_D_SECURE,
} from "./remaining.ts";
import { SOURCE_OF_FUNDS } from "./source-of-funds.ts";
import { POS_TERMINAL } from "./terminal.ts";
import { AIRLINE, CRUISE } from "./travel.ts";

/**
 * Which requests a group is echoed from: `order`: all so far, the newest wins; `funds`: those since the newest
 * that brought its own source of funds; `transaction`: this one only (assumption A86).
 */
export type EchoScope = "order" | "funds" | "transaction";

/** Top-level members of requests that come back in answers (interface section 2.14). Nothing else does. */
export const ECHO_GROUPS: Readonly<Record<string, readonly [EchoScope, Kind]>> = {
  "3DSecure": ["funds", THREE_D_SECURE],
  "3DSecureId": ["funds", "text"],
  accountFunding: ["order", ACCOUNT_FUNDING],
  action: ["transaction", ACTION],
  agreement: ["order", AGREEMENT],
  airline: ["order", AIRLINE],
  authentication: ["funds", AUTHENTICATION],
  billing: ["order", BILLING],
  browserPayment: ["order", BROWSER_PAYMENT],
  creditCardBillPayment: ["order", CREDIT_CARD_BILL_PAYMENT],
  cruise: ["order", CRUISE],
  currencyConversion: ["order", CURRENCY_CONVERSION],
  customer: ["order", CUSTOMER],
  device: ["order", DEVICE],
  disbursementType: ["order", "text"],
  initiator: ["transaction", INITIATOR],
  partnerSolutionId: ["transaction", "text"],
  paymentPlan: ["order", PAYMENT_PLAN],
  posTerminal: ["order", POS_TERMINAL],
  shipping: ["order", SHIPPING],
  sourceOfFunds: ["funds", SOURCE_OF_FUNDS],
  userId: ["transaction", "text"],
};
