import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from "express";
import { maskStart } from "../../domain/card/card.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { AppParts } from "../parts.ts";
import { beginRecording, send } from "./exchange-recorder.ts";
import type { Recording } from "./exchange-recorder.ts";

/** The paths of the catalogue, with the ids as the specification writes them. */
export const EXPECTED_PATHS =
  "Expected /api/rest/version/{version}/merchant/{merchantId}/order/{orderid}, …/transaction/{transactionid}, " +
  "…/3DSecureId/{threeDSecureId}, …/balanceInquiry, …/paymentOptionsInquiry, …/riskassessment/{riskassessmentid}, …/session, …/session/{sessionId}, …/token or …/token/{tokenid}";

/** What no route has taken: the path is not the gateway's, or cannot even be decoded. The answer never repeats it. */
export function unknownPath(parts: AppParts): (RequestHandler | ErrorRequestHandler)[] {
  return [
    (request: Request, response: Response): Promise<void> | undefined => {
      const recording = beginUnknown(parts, request);
      return send(
        response,
        recording,
        recording.fail(new Refusal("unknown-path", `Unknown path. ${EXPECTED_PATHS}`)),
      );
    },
    async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
      if (response.headersSent) {
        next(error);
        return;
      }
      const recording = beginUnknown(parts, request);
      await send(response, recording, recording.fail(refusalOfHttp(error)));
    },
  ];
}

function beginUnknown(parts: AppParts, request: Request): Recording {
  const recording = beginRecording(parts, request, "unknown");
  recording.draft.request.path = calledPath(request);
  return recording;
}

const SHOWN_PATH_MAX = 200;

/** Of a session's id, which is a password (assumption A148). */
const SESSION_ID_PARTS = /(SESSION\d)\w+/g;

/** The path as records show it, masked and cut (assumption A405). */
export function calledPath({ path }: Request): string {
  return maskStart(path, SHOWN_PATH_MAX).replace(SESSION_ID_PARTS, "$1xxx");
}
