import type { Answer } from "./answers/answer.ts";
import { createEnrollments } from "./authentication/enrollments.ts";
import type { Enrollments } from "./authentication/enrollments.ts";
import { createChallenges } from "./authentication/challenges.ts";
import type { Challenges } from "./authentication/challenges.ts";
import { BALANCE_INQUIRIES } from "./card-requests/balance.ts";
import { createBrowserPayments } from "./browser/browser-payments.ts";
import type { BrowserPayments } from "./browser/browser-payments.ts";
import type { Call, Payload, RetrieveCall, TransactionCall } from "./call.ts";
import { answerCall } from "./column/pipeline.ts";
import { TRANSACTIONS } from "./column/transactions.ts";
import { createForms } from "./sessions/form/forms.ts";
import type { Forms } from "./sessions/form/forms.ts";
import { createCheckout } from "./checkout/checkout.ts";
import type { Checkout } from "./checkout/checkout.ts";
import { reachedAt } from "./parts.ts";
import type { GatewayParts } from "./parts.ts";
import { PAYMENT_OPTIONS } from "./card-requests/payment-options.ts";
import { notingEvictions } from "./merchants/keeping/evictions.ts";
import { checkVersionIsOut, readVersion } from "./paths.ts";
import { createRefundRequests } from "./orders/refund-requests.ts";
import type { RefundRequests } from "./orders/refund-requests.ts";
import { retrieveOrder, retrieveTransaction } from "./orders/retrieve.ts";
import { RISK_ASSESSMENTS } from "./card-requests/risk.ts";
import type { RiskCall } from "./card-requests/risk.ts";
import { createSessions } from "./sessions/sessions.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { createTokens } from "./tokens/tokens.ts";
import type { Tokens } from "./tokens/tokens.ts";

/** The gateway's operations. Each throws a Refusal for what it does not take; anything else is a bug. */
export interface Gateway {
  transact: (call: TransactionCall, payload: Payload) => Promise<Answer>;
  retrieveOrder: (call: RetrieveCall) => Promise<Answer>;
  retrieveTransaction: (call: TransactionCall) => Promise<Answer>;
  /** What payers' browsers do while the card's issuer authenticates them. */
  readonly challenges: Challenges;
  /** 3-D Secure 1. */
  readonly enrollments: Enrollments;
  readonly checkout: Checkout;
  /** What payers do on the page that they are sent to. */
  readonly browserPayments: BrowserPayments;
  /** What payers write into the card fields of a merchant's page. */
  readonly forms: Forms;
  readonly refundRequests: RefundRequests;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  inquireBalance: (call: Call, payload: Payload) => Promise<Answer>;
  inquirePaymentOptions: (call: Call, payload: Payload) => Promise<Answer>;
  assessRisk: (call: RiskCall, payload: Payload) => Promise<Answer>;
  /** Whether the gateway operates; needs no credentials. */
  information: (version: string) => Answer;
}

/** The release of the simulated gateway that version 100 belongs to (assumption A7). */
const GATEWAY_VERSION = "24.8.0.0";

export function createGateway(parts: GatewayParts): Gateway {
  const noting = notingEvictions(parts.store);
  const [sessions, tokens] = [createSessions(parts), createTokens(parts)];
  return {
    transact: (call, payload) => answerCall(reachedAt(parts, call), TRANSACTIONS, call, payload),
    retrieveOrder: noting((call) => retrieveOrder(parts, call)),
    retrieveTransaction: noting((call) => retrieveTransaction(parts, call)),
    challenges: createChallenges(parts),
    enrollments: createEnrollments(parts),
    checkout: createCheckout(parts),
    browserPayments: createBrowserPayments(parts),
    forms: createForms(parts),
    refundRequests: createRefundRequests(parts),
    sessions: { ...sessions, retrieve: noting(sessions.retrieve), update: noting(sessions.update) },
    tokens: {
      create: noting(tokens.create),
      createOrUpdate: noting(tokens.createOrUpdate),
      retrieve: noting(tokens.retrieve),
      delete: noting(tokens.delete),
    },
    inquireBalance: (call, payload) => answerCall(parts, BALANCE_INQUIRIES, call, payload),
    inquirePaymentOptions: (call, payload) => answerCall(parts, PAYMENT_OPTIONS, call, payload),
    assessRisk: (call, payload) => answerCall(parts, RISK_ASSESSMENTS, call, payload),
    information: (version) => {
      checkVersionIsOut(version);
      readVersion(version, "gateway");
      return { status: 200, body: { gatewayVersion: GATEWAY_VERSION, status: "OPERATING" } };
    },
  };
}
