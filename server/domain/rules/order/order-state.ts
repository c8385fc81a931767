import { isObject, valueAt } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { Refusal } from "../../record/refusal.ts";
import { bringsFunds, invalid, isUnopened, refuse } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";
import { allows } from "../../order/transitions.ts";
import type { TransactionType } from "../../order/order.ts";

/** The order must take an initial transaction of this type in the status it has. */
export function orderOpenFor(type: TransactionType): Rule {
  return {
    id: "order-takes-initial-transaction",
    source: "interface section 3; assumption A63",
    refuses: ({ instruction: { operation }, status }) =>
      allows(status, type)
        ? undefined
        : invalid(
            "apiOperation",
            operation,
            `The order is ${status} and takes no further ${operation}; use a new order id`,
          ),
  };
}

/** A capture or refund names an order that something has succeeded on, or stands alone with its own funds. */
export const orderExists: Rule = {
  id: "order-exists",
  source: "interface section 4 rule 1",
  refuses: ({ status, standalone }) => {
    if (standalone || !isUnopened(status)) return undefined;
    return status === "NEW"
      ? new Refusal("rule", "An order with this ID does not exist")
      : new Refusal("rule", "The order has no successful payment to follow up: it is FAILED");
  },
};

/** Follow-ups use the order's own funds; a session without any may bring the other values (interface section 2.10). */
export const noFundsOnFollowUp: Rule = {
  id: "no-source-of-funds-on-follow-up",
  source: "interface section 2.10; assumption A245",
  refuses: ({ instruction, standalone, status }) => {
    if (standalone || isUnopened(status) || !bringsFunds(instruction)) return undefined;
    const { operation, sessionFunds } = instruction;
    const article = operation.startsWith("U") ? "An" : "A";
    const rule = `${article} ${operation} of an existing order must not include a source of funds`;
    return sessionFunds
      ? refuse("session.id", "UNSUPPORTED", `The session holds a source of funds. ${rule}`)
      : refuse("sourceOfFunds", "UNSUPPORTED", `Unexpected parameter 'sourceOfFunds'. ${rule}`);
  },
};

export const subMerchantOnlyInitially: Rule = {
  id: "sub-merchant-only-initially",
  source: "interface section 2.4",
  refuses: ({ instruction: { body }, status, standalone }) =>
    standalone || allows(status, "PAYMENT") || valueAt(body, "order.subMerchant") === undefined
      ? undefined
      : refuse(
          "order.subMerchant",
          "UNSUPPORTED",
          "Unexpected parameter 'order.subMerchant'. It belongs on the initial transaction of the order only",
        ),
};

/** An order holds at most this many order.custom fields, over all its transactions (interface section 8). */
const CUSTOM_FIELDS_MAX = 50;

export const customFieldsOfOrder: Rule = {
  id: "custom-fields-of-order",
  source: "interface section 8",
  refuses: ({ order, instruction: { body } }) => {
    const before = order?.transactions ?? [];
    // Fields of one name are one field: only where there may be too many are the names looked at.
    const most = before.reduce((sum, { request }) => sum + customNamesOf(request).length, 0);
    const names = customNamesOf(body);
    if (most + names.length <= CUSTOM_FIELDS_MAX) return undefined;
    const all = before.flatMap(({ request }) => customNamesOf(request));
    const count = new Set([...all, ...names]).size;
    if (count <= CUSTOM_FIELDS_MAX) return undefined;
    const limit = `an order holds at most ${CUSTOM_FIELDS_MAX}`;
    return refuse("order.custom", "INVALID", `The order would hold ${count} custom fields; ${limit}`);
  },
};

const NO_NAMES: readonly string[] = [];

function customNamesOf(body: JsonObject): readonly string[] {
  const custom = valueAt(body, "order.custom");
  return isObject(custom) ? Object.keys(custom) : NO_NAMES;
}
