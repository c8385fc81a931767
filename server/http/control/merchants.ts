import { Refusal } from "../../domain/record/refusal.ts";
import { RESET_PARTS } from "../../domain/reset-part.ts";
import type { VerdictCall } from "../../gateway/orders/refund-requests.ts";
import { beginRecording, send } from "../gateway/exchange-recorder.ts";
import type { Recording } from "../gateway/exchange-recorder.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { AppParts } from "../parts.ts";
import { MERCHANT, NO_MERCHANT, open, text } from "./endpoint.ts";
import type { Endpoint, Resource } from "./endpoint.ts";
import { endpoint } from "./kernel.ts";
import type { Reply } from "./kernel.ts";
import { Problem } from "./problem.ts";

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
  summary: "Forgets what the merchant did, all or the parts that the body names",
  body: {
    name: "Reset",
    schema: RESET,
    isOptional: true,
    wrong: {
      title: "Bad reset",
      detail: `Send nothing, or {"only":[…]} with any of ${RESET_PARTS.map((part) => `"${part}"`).join(", ")}.`,
    },
  },
  answers: { 200: "ResetDone" },
  problems: { 400: "A part is unknown.", 404: NO_MERCHANT },
  handle:
    (parts) =>
    async ({ merchant: { id }, body: { only = RESET_PARTS } }) => {
      const named = RESET_PARTS.filter((part) => only.includes(part));
      await parts.reset(id, named);
      return { merchant: id, reset: named };
    },
});

const TRANSACTION = `${MERCHANT}/orders/:orderId/transactions/:transactionId` as const;

const verdicts = [
  { verdict: "approve", summary: "Approves a refund that waits for it" },
  { verdict: "reject", summary: "Rejects a refund that waits for approval" },
] as const;

/** Merchant setting refundApproval. The exchange of the verdict is recorded, as those of the gateway are. */
const refunds: readonly Endpoint[] = verdicts.map(({ verdict, summary }) => {
  const path = `${TRANSACTION}/${verdict}` as const;
  return endpoint({
    ...{ method: "post", path, summary },
    tag: "Merchants",
    answers: { 200: "Transaction" },
    problems: {
      404: NO_MERCHANT,
      409: "No refund of this id waits for an approval, or the order no longer has the amount.",
    },
    handle:
      (parts) =>
      ({ merchant, params: { orderId, transactionId } }): Reply =>
      async (request, response) => {
        const recording = beginRecording(parts, request, response, `/_sandbox${path}`);
        const { draft } = recording;
        draft.authentication = "not-required";
        const call = { draft, merchant, orderId, transactionId, verdict };
        await send(response, recording, await settled(parts, recording, call));
      },
  });
});

async function settled(
  { gateway }: AppParts,
  recording: Recording,
  call: VerdictCall,
): ReturnType<AppParts["gateway"]["refundRequests"]["settle"]> {
  try {
    return await gateway.refundRequests.settle(call);
  } catch (error) {
    // The record has it as the gateway would answer it; the control API answers problems.
    const answer = recording.fail(refusalOfHttp(error));
    recording.finish(answer);
    if (!(error instanceof Refusal)) throw error;
    throw new Problem(409, "Refund not settled", `${error.explanation}.`);
  }
}

/** A merchant as a whole: beginning anew with it while others go on, and the refunds that wait for its approval. */
export const merchants: Resource = {
  schemas: {
    ResetDone: {
      type: "object",
      required: ["merchant", "reset"],
      properties: { merchant: text, reset: { type: "array", items: { ...text, enum: RESET_PARTS } } },
    },
    Transaction: { ...open, description: "The transaction as the gateway gives it." },
  },
  parameters: {
    merchantId: "The merchant's id.",
    orderId: "The order's id.",
    transactionId: "The transaction's id.",
  },
  endpoints: [reset, ...refunds],
};
