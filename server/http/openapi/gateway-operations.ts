import type { Operation } from "../../domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import { PATHS } from "../../domain/operations/paths.ts";
import type { GatewayPath } from "../../domain/operations/paths.ts";

export type AnswerKind =
  | "authentication"
  | "balance"
  | "checkout"
  | "deleted"
  | "enrollment"
  | "error"
  | "information"
  | "order"
  | "payment-options"
  | "risk-assessment"
  | "session"
  | "token"
  | "transaction";

/** One path and method of the gateway, behind GATEWAY_ROOT. What its body may ask for, the definitions say (operationsAt). */
export interface GatewayOperation {
  readonly method: "delete" | "get" | "post" | "put";
  readonly path: GatewayPath;
  readonly id: string;
  readonly tag: "Cards" | "Gateway" | "Orders" | "Sessions" | "Tokens";
  readonly summary: string;
  readonly answers: readonly AnswerKind[];
  /** Statuses of an answer that is no error, and what they say. */
  readonly statuses: Readonly<Record<number, string>>;
  readonly credentials: "merchant" | "merchant-or-session" | "none";
}

const MADE = "Created.";
const AS_IT_IS = "Its current state.";

const reading = {
  method: "get",
  statuses: { 200: AS_IT_IS },
  credentials: "merchant",
} as const;

const putting = {
  statuses: { 200: "It already existed; its current state.", 201: MADE },
  credentials: "merchant",
} as const;

/** Where one operation alone is asked for. */
const ofOperation = (operation: Operation) => {
  const { method, path, does } = OPERATION_DEFINITIONS[operation];
  return { method, path, summary: does };
};

const orders: readonly GatewayOperation[] = [
  {
    ...putting,
    method: "put",
    path: PATHS.transaction,
    id: "transact",
    tag: "Orders",
    summary: "Executes the operation that apiOperation names, as a transaction of an order",
    answers: ["transaction", "authentication"],
    statuses: {
      200: "The stored answer to an identical earlier request.",
      201: "Created; result and response.gatewayCode say whether it succeeded or was declined.",
    },
  },
  {
    ...reading,
    path: PATHS.transaction,
    id: "retrieveTransaction",
    tag: "Orders",
    summary: "Retrieves a transaction",
    answers: ["transaction", "authentication"],
  },
  {
    ...reading,
    path: PATHS.order,
    id: "retrieveOrder",
    tag: "Orders",
    summary: "Retrieves an order with all its transactions",
    answers: ["order"],
  },
];

const sessions: readonly GatewayOperation[] = [
  {
    method: "post",
    path: PATHS.sessions,
    id: "createSession",
    tag: "Sessions",
    summary: "Creates an empty session or, with an apiOperation, a checkout session",
    answers: ["session", "checkout"],
    statuses: { 201: MADE },
    credentials: "merchant",
  },
  {
    ...reading,
    path: PATHS.session,
    id: "retrieveSession",
    tag: "Sessions",
    summary: "Retrieves a session, masked",
    answers: ["session"],
  },
  {
    ...putting,
    ...ofOperation("UPDATE_SESSION"),
    id: "updateSession",
    tag: "Sessions",
    answers: ["session"],
    statuses: { 200: AS_IT_IS },
    credentials: "merchant-or-session",
  },
];

const tokens: readonly GatewayOperation[] = [
  {
    ...ofOperation("CREATE_TOKEN"),
    id: "createToken",
    tag: "Tokens",
    answers: ["token"],
    statuses: { 200: "The card already has this token.", 201: MADE },
    credentials: "merchant",
  },
  {
    ...reading,
    path: PATHS.token,
    id: "retrieveToken",
    tag: "Tokens",
    summary: "Retrieves a token, masked",
    answers: ["token"],
  },
  {
    ...putting,
    ...ofOperation("CREATE_OR_UPDATE_TOKEN"),
    id: "createOrUpdateToken",
    tag: "Tokens",
    answers: ["token"],
  },
  {
    ...reading,
    method: "delete",
    path: PATHS.token,
    id: "deleteToken",
    tag: "Tokens",
    summary: "Deletes a token",
    answers: ["deleted"],
    statuses: { 200: "The token is deleted." },
  },
];

const paymentOptions = {
  ...reading,
  ...ofOperation("PAYMENT_OPTIONS_INQUIRY"),
  tag: "Gateway",
  answers: ["payment-options"],
} as const;

const others: readonly GatewayOperation[] = [
  {
    ...putting,
    ...ofOperation("BALANCE_INQUIRY"),
    id: "inquireBalance",
    tag: "Cards",
    answers: ["balance"],
    statuses: { 200: AS_IT_IS },
  },
  {
    ...ofOperation("CHECK_3DS_ENROLLMENT"),
    id: "checkEnrollment",
    tag: "Cards",
    answers: ["enrollment"],
    statuses: { 200: "The stored answer to an identical earlier request.", 201: MADE },
    credentials: "merchant",
  },
  {
    ...ofOperation("PROCESS_ACS_RESULT"),
    id: "processAcsResult",
    tag: "Cards",
    answers: ["enrollment"],
    statuses: { 200: AS_IT_IS },
    credentials: "merchant",
  },
  { ...paymentOptions, method: "get", id: "retrievePaymentOptions" },
  { ...paymentOptions, id: "inquirePaymentOptions" },
  {
    ...putting,
    ...ofOperation("CREATE_OR_UPDATE_RISK_ASSESSMENT"),
    id: "assessRisk",
    tag: "Cards",
    answers: ["risk-assessment"],
  },
  {
    ...reading,
    path: PATHS.information,
    id: "checkGateway",
    tag: "Gateway",
    summary: "Reports whether the gateway is operating",
    answers: ["information"],
    credentials: "none",
  },
];

/** Everything that the gateway answers to (interface section 4), as the HTTP floor mounts it. */
export const GATEWAY_OPERATIONS: readonly GatewayOperation[] = [...orders, ...sessions, ...tokens, ...others];
