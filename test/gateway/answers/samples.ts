import type { Order, Transaction } from "../../../server/domain/order/order.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import { renderTransaction } from "../../../server/gateway/answers/transaction.ts";
import { amountOf, orderOf, outcomeOf, transactionOf } from "../../support/orders.ts";

export const MERCHANT = { categoryCodes: ["5999", "7995"], paymentPlanInterestPercent: 0, userId: undefined };

export const STORED_CARD = {
  expiry: { month: "05", year: "39" },
  nameOnCard: "Ida Example",
  number: "512345xxxxxx0008",
};

export const STORED_PAY: JsonObject = {
  order: { amount: "12.34", currency: "USD" },
  sourceOfFunds: { provided: { card: STORED_CARD }, type: "CARD" },
};

/** One stored transaction of each kind, of 12.34, in the version. */
export function payment(version: number, changes: Partial<Transaction> = {}): Transaction {
  const request = STORED_PAY;
  const amount = amountOf("12.34");
  return transactionOf({ id: "1", operation: "PAY", type: "PAYMENT", version, amount, request, ...changes });
}

export function authorization(version: number, changes: Partial<Transaction> = {}): Transaction {
  return payment(version, { operation: "AUTHORIZE", type: "AUTHORIZATION", ...changes });
}

export function followUp(
  version: number,
  changes: Partial<Transaction> & Pick<Transaction, "operation" | "type">,
): Transaction {
  const request = { transaction: { amount: "12.34", currency: "USD" } };
  return transactionOf({ id: "2", version, amount: amountOf("12.34"), seed: 2, request, ...changes });
}

export function verification(version: number, changes: Partial<Transaction> = {}): Transaction {
  const request = { ...STORED_PAY, order: { currency: "USD" } };
  return transactionOf({ id: "1", operation: "VERIFY", type: "VERIFICATION", version, request, ...changes });
}

/** An order that ends with a transaction of that operation, all of it in one version. */
export const ORDERS: Readonly<Record<string, (version: number) => Order>> = {
  authorize: (version) => orderOf(authorization(version)),
  capture: (version) =>
    orderOf(authorization(version), followUp(version, { operation: "CAPTURE", type: "CAPTURE" })),
  "declined pay": (version) => orderOf(payment(version, { outcome: outcomeOf("DECLINED") })),
  disbursement: (version) => orderOf(payment(version, { operation: "DISBURSEMENT", type: "DISBURSEMENT" })),
  pay: (version) => orderOf(payment(version)),
  refund: (version) => orderOf(payment(version), followUp(version, { operation: "REFUND", type: "REFUND" })),
  verify: (version) => orderOf(verification(version)),
  void: (version) =>
    orderOf(
      payment(version),
      followUp(version, {
        operation: "VOID",
        type: "VOID_PAYMENT",
        targetTransactionId: "1",
        request: { transaction: { targetTransactionId: "1" } },
      }),
    ),
};

/** The answer of the order's last transaction, in the version of its request or as another asks for it. */
export function answerOf(order: Order, orderAsOf: "then" | "now" = "then", version?: number): JsonObject {
  const last = order.transactions.length - 1;
  return renderTransaction(order, last, { merchant: MERCHANT, correlationId: undefined, orderAsOf, version });
}

/** Dotted paths of all leaves of a value, in the order in which they stand. */
export function pathsOf(value: JsonObject, prefix = ""): readonly string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? pathsOf(member as JsonObject, `${prefix}${name}.`)
      : [prefix + name],
  );
}
