import type { JsonObject } from "../json.ts";
import type { Amount } from "../money.ts";
import type { OperationTraits } from "../request/instruction.ts";
import type { Operation, TransactionOperation } from "../request/operation.ts";
import type { TransactionType } from "../order/order.ts";
import type { Rule, RuleContext } from "../request/rule.ts";
import type { TransitionType } from "../order/transitions.ts";
import { PATHS } from "./paths.ts";
import type { GatewayPath } from "./paths.ts";

/** All that there is to know of an operation of the gateway. Its rules look at a context of its family. */
export interface OperationDefinition<Name extends Operation = Operation, Context = never> {
  readonly name: Name;
  readonly method: "post" | "put";
  readonly path: GatewayPath;
  /** What it does, in one sentence without its full stop: for docs/operations.md and OpenAPI. */
  readonly does: string;
  /** The versions of the API that have it; undefined: all. */
  readonly versions?: { readonly first: number; readonly last: number };
  /** What it refuses, in order of precedence. */
  readonly rules: readonly Rule<Context>[];
  /** Whether it takes values of a session or token that it names, whose rules are asked before its own. */
  readonly takesSources: boolean;
  /** Whether the body may be left out, and is {} then. */
  readonly needsNoBody?: boolean;
  /** A request that its contract takes in the version. */
  readonly example: (version: number) => JsonObject;
}

/** What a transaction will be once every rule has agreed. */
export interface Plan {
  readonly type: TransactionType;
  readonly amount: Amount;
  readonly currency: string;
  readonly standalone: boolean;
  readonly targetTransactionId: string | undefined;
}

/** The same of an operation that makes a transaction of an order. */
export interface TransactionDefinition<Name extends TransactionOperation = TransactionOperation>
  extends OperationDefinition<Name, RuleContext>, OperationTraits {
  readonly name: Name;
  /** The kinds of transactions that it makes. */
  readonly types: readonly TransitionType[];
  /** What the order is worth after it, as its answers say: its own amount, nothing at all, or as it was before. */
  readonly orderAmount: "amount" | "zero" | "unchanged" | "amount-when-standalone" | "amount-when-successful";
  /** Called only when no rule refused. */
  readonly plan: (context: RuleContext) => Plan;
}

/** Most operations that make a transaction have these in common. */
export const OF_TRANSACTION = { method: "put", path: PATHS.transaction, takesSources: true } as const;

/** A part of the examples; the number is the published one that every scenario approves. */
const card = { number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" };
const money = { amount: "12.34", currency: "USD" };

export const EXAMPLE = {
  card,
  sourceOfFunds: { type: "CARD", provided: { card } },
  order: money,
  transaction: money,
} as const satisfies JsonObject;

/** The amount and currency of the request, which the rules have seen to. */
export function moneyOf({
  instruction: { amount, currency },
}: RuleContext): Pick<Plan, "amount" | "currency"> {
  if (amount === undefined || currency === undefined)
    throw new Error("a plan was requested without amount or currency");
  return { amount, currency };
}
