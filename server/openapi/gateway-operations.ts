import { INITIATE_FROM } from "../domain/checkout.ts";
import { TRANSACTION_OPERATIONS } from "../domain/operation.ts";
import type { Operation } from "../domain/operation.ts";

export type AnswerKind =
  | "balance"
  | "checkout"
  | "deleted"
  | "error"
  | "information"
  | "order"
  | "risk-assessment"
  | "session"
  | "token"
  | "transaction";

/** One path and method of the gateway. */
export interface GatewayOperation {
  readonly method: "delete" | "get" | "post" | "put";
  /** Behind `/api/rest/version/{version}`. */
  readonly path: string;
  readonly id: string;
  readonly tag: "Cards" | "Gateway" | "Orders" | "Sessions" | "Tokens";
  readonly summary: string;
  /** The operations of a version of which the body asks for one; none: there is no body. */
  readonly takes: (version: number) => readonly Operation[];
  readonly answers: readonly AnswerKind[];
  /** Statuses of an answer that is no error, and what they say. */
  readonly statuses: Readonly<Record<number, string>>;
  readonly credentials: "merchant" | "merchant-or-session" | "none";
}

const MERCHANT = "/merchant/{merchantId}";
const ORDER = `${MERCHANT}/order/{orderId}`;
const TRANSACTION = `${ORDER}/transaction/{transactionId}`;
const SESSIONS = `${MERCHANT}/session`;
const TOKENS = `${MERCHANT}/token`;
const RISK_ASSESSMENT = `${MERCHANT}/riskassessment/{riskAssessmentId}`;

const MADE = "It was made.";
const AS_IT_IS = "As it is now.";

const reading = {
  method: "get",
  takes: () => [],
  statuses: { 200: AS_IT_IS },
  credentials: "merchant",
} as const;

const putting = {
  method: "put",
  statuses: { 200: "It was there, and is as it is now.", 201: MADE },
  credentials: "merchant",
} as const;

const orders: readonly GatewayOperation[] = [
  {
    ...putting,
    path: TRANSACTION,
    id: "transact",
    tag: "Orders",
    summary: "Makes a transaction of an order: the operation that apiOperation names",
    takes: () => TRANSACTION_OPERATIONS,
    answers: ["transaction"],
    statuses: {
      200: "The stored answer to the very same request, sent before.",
      201: "It was made; result and response.gatewayCode say whether it succeeded or was declined.",
    },
  },
  {
    ...reading,
    path: TRANSACTION,
    id: "retrieveTransaction",
    tag: "Orders",
    summary: "Gives a transaction",
    answers: ["transaction"],
  },
  {
    ...reading,
    path: ORDER,
    id: "retrieveOrder",
    tag: "Orders",
    summary: "Gives an order with all its transactions",
    answers: ["order"],
  },
];

const sessions: readonly GatewayOperation[] = [
  {
    method: "post",
    path: SESSIONS,
    id: "createSession",
    tag: "Sessions",
    summary: "Makes an empty session or, with an apiOperation, one that an order is paid with",
    takes: (version) => [
      "CREATE_SESSION",
      version < INITIATE_FROM ? "CREATE_CHECKOUT_SESSION" : "INITIATE_CHECKOUT",
    ],
    answers: ["session", "checkout"],
    statuses: { 201: MADE },
    credentials: "merchant",
  },
  {
    ...reading,
    path: `${SESSIONS}/{sessionId}`,
    id: "retrieveSession",
    tag: "Sessions",
    summary: "Gives a session, masked",
    answers: ["session"],
  },
  {
    ...putting,
    path: `${SESSIONS}/{sessionId}`,
    id: "updateSession",
    tag: "Sessions",
    summary: "Puts values into a session",
    takes: () => ["UPDATE_SESSION"],
    answers: ["session"],
    statuses: { 200: AS_IT_IS },
    credentials: "merchant-or-session",
  },
];

const tokens: readonly GatewayOperation[] = [
  {
    method: "post",
    path: TOKENS,
    id: "createToken",
    tag: "Tokens",
    summary: "Keeps a card under an id of the gateway's",
    takes: () => ["CREATE_TOKEN"],
    answers: ["token"],
    statuses: { 200: "The card has this token already.", 201: MADE },
    credentials: "merchant",
  },
  {
    ...reading,
    path: `${TOKENS}/{tokenId}`,
    id: "retrieveToken",
    tag: "Tokens",
    summary: "Gives a token, masked",
    answers: ["token"],
  },
  {
    ...putting,
    path: `${TOKENS}/{tokenId}`,
    id: "createOrUpdateToken",
    tag: "Tokens",
    summary: "Keeps a card under an id of the merchant's",
    takes: () => ["CREATE_OR_UPDATE_TOKEN"],
    answers: ["token"],
  },
  {
    ...reading,
    method: "delete",
    path: `${TOKENS}/{tokenId}`,
    id: "deleteToken",
    tag: "Tokens",
    summary: "Forgets a token",
    answers: ["deleted"],
    statuses: { 200: "It is forgotten." },
  },
];

const others: readonly GatewayOperation[] = [
  {
    ...putting,
    path: `${MERCHANT}/balanceInquiry`,
    id: "inquireBalance",
    tag: "Cards",
    summary: "Tells what is left on a card",
    takes: () => ["BALANCE_INQUIRY"],
    answers: ["balance"],
    statuses: { 200: AS_IT_IS },
  },
  {
    ...putting,
    path: RISK_ASSESSMENT,
    id: "assessRisk",
    tag: "Cards",
    summary: "Asks the risk service about a payment, or tells it what became of one",
    takes: () => ["CREATE_OR_UPDATE_RISK_ASSESSMENT"],
    answers: ["risk-assessment"],
  },
  {
    ...reading,
    path: "/information",
    id: "checkGateway",
    tag: "Gateway",
    summary: "Tells whether the gateway operates",
    answers: ["information"],
    credentials: "none",
  },
];

/** Everything that the gateway answers to (interface section 4), as the HTTP floor mounts it. */
export const GATEWAY_OPERATIONS: readonly GatewayOperation[] = [...orders, ...sessions, ...tokens, ...others];
