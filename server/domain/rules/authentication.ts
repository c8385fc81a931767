import { textAt, valueAt } from "../json.ts";
import { currentTransactions } from "../order/order.ts";
import { refuse } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";

const NO_CHECK = "No check has been performed for this merchant and 3D Secure Id.";

/**
 * A payment can refer to an authentication that the gateway made. `3DSecureId` names a check of enrollment, and counts
 * for nothing beside the data of an authentication made elsewhere (interface section 2.7).
 */
export const enrollmentChecked: Rule = {
  id: "enrollment-checked",
  source: "interface section 2.7; assumption A242",
  topic: "earlierAuthentication",
  refuses: ({ instruction: { body } }) =>
    textAt(body, "3DSecureId") === undefined || valueAt(body, "3DSecure") !== undefined
      ? undefined
      : refuse("3DSecureId", "INVALID", NO_CHECK),
};

/** `authentication.transactionId` names a transaction of the order in which the payer was authenticated. */
export const payerAuthenticated: Rule = {
  id: "payer-authenticated",
  source: "assumption A242",
  topic: "earlierAuthentication",
  refuses: ({ instruction: { body }, order }) => {
    const field = "authentication.transactionId";
    const named = textAt(body, field);
    const earlier = order === undefined ? [] : currentTransactions(order);
    return named === undefined || earlier.some(({ id, type }) => id === named && type === "AUTHENTICATION")
      ? undefined
      : refuse(field, "INVALID", `${NO_CHECK} ${field} names an authentication of the same order`);
  },
};
