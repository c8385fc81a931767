import type { Router } from "express";
import type { VerdictCall } from "../gateway/refunds/refund-requests.ts";
import type { AppParts } from "./parts.ts";
import { beginRecording, send } from "./exchange-recorder.ts";
import type { Recording } from "./exchange-recorder.ts";
import { refusalOfHttp } from "./http-errors.ts";
import { merchantNamed, paramOf } from "./merchant-params.ts";
import { Problem } from "./problem.ts";
import { Refusal } from "../domain/refusal.ts";

const TRANSACTION = "/v1/merchants/:merchantId/orders/:orderId/transactions/:transactionId";

/** Approves or rejects a refund that waits for it (merchant setting refundApproval). */
export function refundRoutes(parts: AppParts, router: Router): void {
  for (const verdict of ["approve", "reject"] as const) {
    const path = `${TRANSACTION}/${verdict}`;
    router.post(path, async (request, response) => {
      const merchant = merchantNamed(parts.merchants, request);
      const recording = beginRecording(parts, request, response, `/_sandbox${path}`);
      const { draft } = recording;
      draft.authentication = "not-required";
      const ids = { orderId: paramOf(request, "orderId"), transactionId: paramOf(request, "transactionId") };
      await send(response, recording, await settled(parts, recording, { draft, merchant, ...ids, verdict }));
    });
  }
}

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
