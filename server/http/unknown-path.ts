import type { NextFunction, Request, RequestHandler, Response } from "express";
import { Refusal } from "../domain/refusal.ts";
import type { Soon } from "../store/soon.ts";
import type { AppParts } from "./parts.ts";
import { beginRecording, send } from "./exchange-recorder.ts";
import { refusalOfHttp } from "./http-errors.ts";
import type { ErrorRequestHandler } from "express";

const EXPECTED =
  "Expected /api/rest/version/{version}/merchant/{merchantId}/order/{orderid}, …/transaction/{transactionid}, " +
  "…/balanceInquiry, …/riskassessment/{riskassessmentid}, …/session, …/session/{sessionId}, …/token or …/token/{tokenid}";

/** What no route has taken: the path is not the gateway's, or cannot even be decoded. Never repeats the path. */
export function unknownPath(parts: AppParts): (RequestHandler | ErrorRequestHandler)[] {
  return [
    (request: Request, response: Response): Soon<void> => {
      const recording = beginRecording(parts, request, response, "unknown");
      return send(
        response,
        recording,
        recording.fail(new Refusal("unknown-path", `The path is not known. ${EXPECTED}`)),
      );
    },
    (error: unknown, request: Request, response: Response, next: NextFunction): Soon<void> => {
      if (response.headersSent) {
        next(error);
        return undefined;
      }
      const recording = beginRecording(parts, request, response, "unknown");
      return send(response, recording, recording.fail(refusalOfHttp(error)));
    },
  ];
}
