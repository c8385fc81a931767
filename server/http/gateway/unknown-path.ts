import type { NextFunction, Request, RequestHandler, Response } from "express";
import { Refusal } from "../../domain/record/refusal.ts";
import type { AppParts } from "../parts.ts";
import { beginRecording, send } from "./exchange-recorder.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { ErrorRequestHandler } from "express";

/** The paths of the catalogue, with the ids as the specification writes them. */
export const EXPECTED_PATHS =
  "Expected /api/rest/version/{version}/merchant/{merchantId}/order/{orderid}, …/transaction/{transactionid}, " +
  "…/balanceInquiry, …/paymentOptionsInquiry, …/riskassessment/{riskassessmentid}, …/session, …/session/{sessionId}, …/token or …/token/{tokenid}";

/** What no route has taken: the path is not the gateway's, or cannot even be decoded. Never repeats the path. */
export function unknownPath(parts: AppParts): (RequestHandler | ErrorRequestHandler)[] {
  return [
    (request: Request, response: Response): Promise<void> => {
      const recording = beginRecording(parts, request, response, "unknown");
      return send(
        response,
        recording,
        recording.fail(new Refusal("unknown-path", `The path is not known. ${EXPECTED_PATHS}`)),
      );
    },
    async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
      if (response.headersSent) {
        next(error);
        return;
      }
      const recording = beginRecording(parts, request, response, "unknown");
      await send(response, recording, recording.fail(refusalOfHttp(error)));
    },
  ];
}
