import { RESET_PARTS } from "../../domain/merchant.ts";
import { MERCHANT, NO_MERCHANT, open, text, TRANSACTION } from "./kernel/endpoint.ts";
import type { Endpoint, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
import { deciding } from "./deciding.ts";

const RESET = {
  type: "object",
  additionalProperties: false,
  properties: {
    only: { type: "array", minItems: 1, items: { ...text, title: "part", enum: RESET_PARTS } },
  },
} as const;

const reset = endpoint({
  method: "post",
  path: `${MERCHANT}/reset`,
  tag: "Merchants",
  summary: "Resets the merchant's data, all of it or the parts in the body",
  body: {
    name: "Reset",
    schema: RESET,
    isOptional: true,
    wrong: {
      title: "Invalid reset",
      detail: `Send no body, or {"only":[…]} with any of ${RESET_PARTS.map((part) => `"${part}"`).join(", ")}.`,
    },
  },
  answers: { 200: "ResetDone" },
  problems: { 400: "Unknown part.", 404: NO_MERCHANT },
  handle:
    (parts) =>
    async ({ merchant: { id }, body: { only = RESET_PARTS } }) => {
      const named = RESET_PARTS.filter((part) => only.includes(part));
      await parts.reset(id, named);
      return { merchant: id, reset: named };
    },
});

const verdicts = [
  { verdict: "approve", summary: "Approves a refund that is waiting for approval" },
  { verdict: "reject", summary: "Rejects a refund that is waiting for approval" },
] as const;

/** Merchant setting refundApproval. */
const refunds: readonly Endpoint[] = verdicts.map(({ verdict, summary }) => {
  const path = `${TRANSACTION}/${verdict}` as const;
  return endpoint({
    ...{ method: "post", path, summary },
    tag: "Merchants",
    answers: { 200: "Transaction" },
    problems: {
      404: NO_MERCHANT,
      409: "No refund with this id is waiting for approval, or the order no longer has the amount.",
    },
    handle:
      (parts) =>
      ({ merchant, params: { orderId, transactionId } }) =>
        deciding(parts, path, "Refund not settled", (draft) =>
          parts.gateway.refundRequests.settle({ draft, merchant, orderId, transactionId, verdict }),
        ),
  });
});

const testCards = endpoint({
  method: "get",
  path: `${MERCHANT}/test-cards`,
  tag: "Scenarios",
  summary: "Lists the cards to which the merchant's scenario files give an answer of their own",
  answers: { 200: "TestCards" },
  problems: { 404: NO_MERCHANT },
  handle:
    ({ scenarios }) =>
    async ({ merchant }) => ({ cards: (await scenarios.standing(merchant)).scenarios.magicCards }),
});

/** A merchant as a whole: beginning anew with it while others go on, and the refunds that wait for its approval. */
export const merchants: Resource = {
  schemas: {
    ResetDone: {
      type: "object",
      required: ["merchant", "reset"],
      properties: { merchant: text, reset: { type: "array", items: { ...text, enum: RESET_PARTS } } },
    },
    TestCards: {
      type: "object",
      required: ["cards"],
      properties: {
        cards: {
          type: "array",
          items: {
            type: "object",
            required: ["gatewayCode"],
            properties: {
              number: { ...text, description: "Absent if any number does it." },
              expiry: { ...text, description: "MM/YY; absent if any does it." },
              gatewayCode: text,
            },
          },
        },
      },
    },
    Transaction: { ...open, description: "The transaction as the gateway returns it." },
  },
  parameters: {
    merchantId: "The merchant's id.",
    orderId: "The order's id.",
    transactionId: "The transaction's id.",
  },
  endpoints: [reset, ...refunds, testCards],
};
