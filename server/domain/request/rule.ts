import { maskText } from "../card/card.ts";
import { valueAt } from "../json.ts";
import type { Instruction } from "./instruction.ts";
import type { Merchant } from "../merchant.ts";
import type { Order } from "../order/order.ts";
import { Refusal } from "../record/refusal.ts";
import type { ValidationType } from "../record/refusal.ts";
import { statusOf } from "../order/status.ts";
import type { Topic } from "./topics.ts";
import { totalsOf } from "../order/totals.ts";
import type { Totals } from "../order/totals.ts";
import type { StatusBefore } from "../order/transitions.ts";
import { ZERO } from "../money.ts";
import type { Amount } from "../money.ts";

/** What a rule of meaning looks at. */
export interface RuleContext {
  readonly instruction: Instruction;
  readonly merchant: Merchant;
  /** Undefined: this transaction id is the first of a new order. */
  readonly order: Order | undefined;
  readonly status: StatusBefore;
  readonly totals: Totals;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** A capture or refund that opens an order of its own, as it brings its own source of funds. */
  readonly standalone: boolean;
}

/** One check of meaning. Its place in the operation's list is its precedence. */
export interface Rule<Context = RuleContext> {
  readonly id: string;
  /** Where the rule comes from: a section of the specification or an assumption. */
  readonly source: string;
  /** Without a member that raises it there is nothing to refuse; undefined: the rule looks at every request. */
  readonly topic?: Topic;
  /** The refusal that the request deserves; undefined when it passes. */
  readonly refuses: (context: Context) => Refusal | undefined;
}

const NOTHING: Totals = { authorized: ZERO, captured: ZERO, refunded: ZERO, disbursed: ZERO };

export function contextOf(
  instruction: Instruction,
  merchant: Merchant,
  order: Order | undefined,
  now: number,
): RuleContext {
  const totals = order ? totalsOf(order) : NOTHING;
  const status = order ? statusOf(order, totals) : "NEW";
  return {
    instruction,
    merchant,
    order,
    status,
    totals,
    now,
    standalone:
      instruction.traits.opensOrder === "standalone" && isUnopened(status) && bringsFunds(instruction),
  };
}

/** Whether nothing has succeeded on the order yet, so that this transaction is initial (assumption A64). */
export function isUnopened(status: StatusBefore): boolean {
  return status === "NEW" || status === "FAILED";
}

/** What the order comes to with this request: an update that names no amount leaves what is authorized. */
export function amountInForce({ instruction, totals }: RuleContext): Amount | undefined {
  const { amount, operation } = instruction;
  return amount ?? (operation === "UPDATE_AUTHORIZATION" ? totals.authorized : undefined);
}

/** Whether the request says where the money comes from or goes to, itself or by what its session holds. */
export function bringsFunds({ body, sessionFunds }: Instruction): boolean {
  return sessionFunds || valueAt(body, "sourceOfFunds") !== undefined;
}

/** A rule's refusal of one field. The explanation never holds card data. */
export function refuse(field: string, validationType: ValidationType, explanation: string): Refusal {
  return new Refusal("rule", explanation, { field, validationType });
}

/** The gateway's pattern for a value that is not accepted. Masked, as a card number may stand anywhere. */
export function invalid(field: string, value: string, fault: string): Refusal {
  return refuse(field, "INVALID", maskText(`Value '${value}' is invalid. ${fault}`));
}

/**
 * A demand for a member: undefined where the contract of the version has no place for it, as nobody could meet the
 * demand there (assumption A253).
 */
export function demanded(
  { carries }: Pick<Instruction, "carries">,
  field: string,
  why: string,
): Refusal | undefined {
  return carries(field) ? missing(field, why) : undefined;
}

export function missing(field: string, why: string): Refusal {
  return refuse(field, "MISSING", `Missing parameter '${field}'. ${why}`);
}
