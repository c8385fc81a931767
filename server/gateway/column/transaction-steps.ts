import type { JsonObject } from "../../domain/json.ts";
import type { PayerAuthentication } from "../../domain/order/authentication.ts";
import type { BrowserPayment, Order } from "../../domain/order/order.ts";
import type { Decision } from "../../domain/record/decision.ts";
import type { TransactionOperation } from "../../domain/request/operation.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import type { Payload, TransactionCall } from "../call.ts";
import type { ApiSteps, Run } from "./family.ts";
import type { Resolved } from "./resolve.ts";

/** What each step of a transaction hands to the next. */
export interface TransactionSteps extends ApiSteps {
  readonly call: TransactionCall;
  readonly payload: Payload;
  readonly request: TransactionRequest;
  readonly context: { readonly resolved: Resolved; readonly rules: RuleContext };
  readonly choice: Choice;
  readonly result: Committed;
}

/** What was decided, and what the entry keeps of the kind of transaction that it is. */
interface Choice {
  readonly decision: Decision;
  readonly browser?: BrowserPayment;
  readonly authentication?: PayerAuthentication;
}

/** A request that its contract has taken, on its way to the order. */
export interface TransactionRequest {
  readonly operation: TransactionOperation;
  readonly version: number;
  /** The body as its contract takes it. */
  readonly body: JsonObject;
  readonly payload: Payload;
  /** Keyed digest of the request as it came. */
  readonly digest: string;
  /** Seed of the transaction's synthetic data and of the scenario's draws. */
  readonly seed: number;
}

/** The order as it stands, and which entry of it answers. */
export interface Committed {
  readonly order: Order;
  readonly index: number;
  readonly isRepeated: boolean;
}

export type TransactionRun = Run<TransactionSteps>;
