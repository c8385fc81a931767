import type { ErrorRequestHandler, Request, Response } from "express";
import { combine } from "../domain/combination.ts";
import { maskText } from "../domain/card.ts";
import { isoTime } from "../gateway/iso-time.ts";
import { isObject, textAt } from "../domain/json.ts";
import type { Fault } from "../domain/effects.ts";
import type { Exchange, ExchangeAnswer, ExchangeDraft } from "../domain/exchange.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Answer } from "../gateway/answer.ts";
import { answerRefusal, refusalOf } from "../gateway/refusals.ts";
import type { AppParts } from "./parts.ts";
import { setStatus } from "./answer-status.ts";
import { withAskedChaos } from "./chaotic-response.ts";
import { breakAnswer, JSON_TYPE } from "./faults.ts";
import { sendBroken } from "./faults-sending.ts";

type RecorderParts = Pick<
  AppParts,
  "breaksAnswers" | "clock" | "stopwatch" | "newExchangeId" | "record" | "reportBug"
>;

declare module "express-serve-static-core" {
  interface Request {
    /** Undefined until a path of the gateway, or the answer that there is none, has taken the request. */
    recording?: Recording;
    /** Whoever the request has proved to be. */
    merchant?: Merchant | undefined;
  }
}

/** The record of one request while it is being answered. */
export interface Recording {
  readonly draft: ExchangeDraft;
  /** False: a fault is only told, and the connection stays whole. */
  readonly breaksAnswers: boolean;
  /** Completes the record with the answer; called once. */
  finish: (answer: ExchangeAnswer) => void;
  /** Answers what was thrown: a refusal by its table, anything else as a fault of ours. */
  fail: (error: unknown) => Answer;
}

/** The one header of ours on a gateway answer. */
export const EXCHANGE_HEADER = "X-Sandbox-Exchange";

/** Opens the record. `route` is the pattern of the path: the path itself may hold anything. */
export function openRecording(parts: RecorderParts, method: string, route: string): Recording {
  const started = parts.stopwatch();
  const draft = emptyDraft(parts, method, route);
  return {
    draft,
    breaksAnswers: parts.breaksAnswers,
    finish: (answer) => {
      const durationMs = Math.round((parts.stopwatch() - started) * 1000) / 1000;
      const shown = { answer: shownAnswer(answer), fault: shownFault(draft.fault) };
      parts.record({ ...draft, ...shown, durationMs } satisfies Exchange);
    },
    fail: (error) => {
      const refusal = refusalOf(error);
      if (refusal.reason === "bug") parts.reportBug(error, draft.id);
      const { reason, explanation, fault } = refusal;
      draft.refusal = { reason, explanation, fault };
      return answerRefusal(refusal, draft.id);
    },
  };
}

/**
 * The answer gives a correlation id back as it was sent, whatever it holds (interface section 2.3), and a new session
 * its key; the record does neither.
 */
function shownAnswer({ status, body }: ExchangeAnswer): ExchangeAnswer {
  const correlationId = textAt(body, "correlationId");
  const hasKey = textAt(body, "session.aes256Key") !== undefined;
  if (!isObject(body) || (correlationId === undefined && !hasKey)) return { status, body };
  const shown = hasKey ? combine([{ session: { aes256Key: "xxx" } }, body]) : body;
  return {
    status,
    body: correlationId === undefined ? shown : { ...shown, correlationId: maskText(correlationId) },
  };
}

function shownFault(fault: Exchange["fault"]): Exchange["fault"] {
  return fault?.lost === undefined ? fault : { ...fault, lost: shownAnswer(fault.lost) };
}

/** Records the answer, then sends it: whoever has the answer can look up why. */
export function send(response: Response, recording: Recording, decided: Answer): void {
  const answer = withAskedChaos(response, recording.draft, decided);
  recording.draft.abandoned = response.destroyed;
  if (answer.fault !== undefined) {
    sendFaulty(response, recording, answer, answer.fault);
    return;
  }
  recording.finish(answer);
  setStatus(response, answer.status);
  response.setHeader("Content-Type", JSON_TYPE);
  response.end(JSON.stringify(answer.body));
}

/** Records what the caller gets and what is lost to it. */
function sendFaulty(response: Response, recording: Recording, answer: Answer, fault: Fault): void {
  const { draft, breaksAnswers, finish } = recording;
  const { at, kind, stallMs } = fault;
  const broken = breakAnswer(answer, fault, draft.id);
  const { status, body } = answer;
  draft.fault = { at, kind, lost: status === 0 ? undefined : { status, body } };
  finish(broken.shown);
  if (breaksAnswers) sendBroken(response, broken, stallMs);
  else response.end();
}

/** Opens the request's record and tells its id in the header. */
export function beginRecording(
  parts: RecorderParts,
  request: Request,
  response: Response,
  route: string,
): Recording {
  const recording = openRecording(parts, request.method, route);
  request.recording = recording;
  response.setHeader(EXCHANGE_HEADER, recording.draft.id);
  return recording;
}

/** Answers what was thrown, unless it is too late for it or no path has taken the request. */
export function onFailure(
  answer: (recording: Recording, error: unknown, response: Response) => void,
): ErrorRequestHandler {
  return (error, request, response, next) => {
    const { recording } = request;
    if (response.headersSent || recording === undefined) next(error);
    else answer(recording, error, response);
  };
}

export function recordingOf(request: Request): Recording {
  const { recording } = request;
  if (recording === undefined) throw new Error("the request has no record");
  return recording;
}

function emptyDraft(parts: RecorderParts, method: string, route: string): ExchangeDraft {
  return {
    id: parts.newExchangeId(),
    merchantId: undefined,
    at: isoTime(parts.clock()),
    request: {
      method,
      route,
      version: undefined,
      operation: undefined,
      orderId: undefined,
      transactionId: undefined,
      body: undefined,
      bytes: 0,
    },
    authentication: "not-reached",
    contract: undefined,
    shadow: undefined,
    rules: undefined,
    scenario: undefined,
    transition: undefined,
    moment: undefined,
    fault: undefined,
    committed: false,
    repeated: false,
    refusal: undefined,
    notes: [],
    answer: { status: 0, body: undefined },
    abandoned: false,
    durationMs: 0,
  };
}
