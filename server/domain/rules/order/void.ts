import { textAt } from "../../json.ts";
import { currentTransactions, succeeded } from "../../order/order.ts";
import type { Transaction, TransactionType } from "../../order/order.ts";
import { invalid, refuse } from "../../request/rule.ts";
import type { Rule, RuleContext } from "../../request/rule.ts";
import { isVoided } from "../../order/totals.ts";
import { allows } from "../../order/transitions.ts";

const TARGET = "transaction.targetTransactionId";

/** What can be voided, and what the void is then called. */
const VOIDS: Partial<Record<TransactionType, TransactionType>> = {
  AUTHORIZATION: "VOID_AUTHORIZATION",
  CAPTURE: "VOID_CAPTURE",
  PAYMENT: "VOID_PAYMENT",
  REFUND: "VOID_REFUND",
};

export function voidTypeOf(target: Transaction): TransactionType | undefined {
  return VOIDS[target.type];
}

/** The transaction of the order that the request wants to void. */
export function voidTargetOf({ order, instruction }: RuleContext): Transaction | undefined {
  const id = textAt(instruction.body, TARGET);
  return order && currentTransactions(order).find((it) => it.id === id);
}

const nothingToVoid = (why: string): ReturnType<typeof invalid> =>
  invalid("apiOperation", "VOID", `There is no transaction to void: ${why}`);

export const orderToVoid: Rule = {
  id: "order-to-void",
  source: "interface section 4 rule 2; assumption A76",
  refuses: ({ order }) => (order ? undefined : nothingToVoid("an order with this ID does not exist")),
};

export const targetExists: Rule = {
  id: "void-target-exists",
  source: "interface section 4 rule 2",
  refuses: (context) =>
    voidTargetOf(context)
      ? undefined
      : refuse(
          TARGET,
          "INVALID",
          "Target transaction ID does not match an existing transaction ID of the order",
        ),
};

export const targetVoidable: Rule = {
  id: "void-target-voidable",
  source: "interface section 1; assumption A63",
  refuses: (context) => {
    const target = voidTargetOf(context);
    if (target === undefined) return undefined;
    if (voidTypeOf(target) === undefined)
      return nothingToVoid(`the target is ${article(target.type)} ${target.type}`);
    if (!succeeded(target)) return nothingToVoid("the target transaction was not successful");
    return context.order && isVoided(context.order, target.id)
      ? nothingToVoid("the target transaction has already been voided")
      : undefined;
  },
};

const article = (word: string): string => (/^[AEIOU]/.test(word) ? "an" : "a");

/** What was built on the target must be undone first (interface section 3; assumption A63). */
export const targetNotBuiltUpon: Rule = {
  id: "void-target-not-built-upon",
  source: "assumption A63",
  refuses: (context) => {
    const target = voidTargetOf(context);
    const type = target && voidTypeOf(target);
    if (target === undefined || type === undefined) return undefined;
    if (allows(context.status, type, target.standalone)) return undefined;
    return refuse(
      TARGET,
      "INVALID",
      `${FAULTS[type] ?? "The target cannot be voided"} (the order is ${context.status})`,
    );
  },
};

const FAULTS: Partial<Record<TransactionType, string>> = {
  VOID_AUTHORIZATION: "Target transaction has already successfully been captured",
  VOID_CAPTURE: "Target transaction has already successfully been refunded",
  VOID_PAYMENT: "Target transaction has already successfully been refunded",
};

export const voids: readonly Rule[] = [orderToVoid, targetExists, targetVoidable, targetNotBuiltUpon];
