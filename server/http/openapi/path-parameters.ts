import type { JsonObject } from "../../domain/json.ts";

interface PathParameter {
  readonly description: string;
  readonly rule: JsonObject;
}

const ID = { minLength: 1, maxLength: 40 };

/** What stands in the paths (interface section 2.2). */
export const PATH_PARAMETERS: Readonly<Record<string, PathParameter>> = {
  merchantId: {
    description: "The merchant's id; also part of the user name.",
    rule: { pattern: "^[0-9A-Za-z_-]{1,40}$" },
  },
  orderId: { description: "Unique among the orders of the merchant.", rule: ID },
  transactionId: { description: "Unique among the transactions of the order.", rule: ID },
  sessionId: {
    description: "As returned when the session was created.",
    rule: { minLength: 31, maxLength: 35 },
  },
  tokenId: { description: "Letters and digits.", rule: { pattern: "^[0-9A-Za-z]{1,40}$" } },
  riskAssessmentId: {
    description: "Unique among the risk assessments of the merchant.",
    rule: { pattern: "^[0-9A-Za-z_ &+!$%.-]{1,40}$" },
  },
};
