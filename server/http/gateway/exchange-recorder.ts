import type { ErrorRequestHandler, Request, Response } from "express";
import { maskText } from "../../domain/card/card.ts";
import { isObject, textAt } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Fault } from "../../domain/record/effects.ts";
import type { ExchangeAnswer, ExchangeDraft, ExchangeFault } from "../../domain/record/exchange.ts";
import { isoTime } from "../../domain/time.ts";
import { combine } from "../../domain/request/combination.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import { withChaos } from "../../gateway/answers/made-up/late-chaos.ts";
import { answerRefusal, refusalOf } from "../../gateway/refusals.ts";
import { GUARDS, headerOf, headersOfStatus, setHeaders } from "../headers.ts";
import type { Headers } from "../headers.ts";
import type { AppParts } from "../parts.ts";
import { breakAnswer, JSON_TYPE, sendBroken } from "./faults.ts";

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
  /** Completes the record with the answer; called once. `text` is the body's JSON text, where it is written already. */
  finish: (answer: ExchangeAnswer, text?: string) => void;
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
    finish: (answer, text) => {
      draft.answer = shownAnswer(answer);
      draft.fault = shownFault(draft.fault);
      draft.durationMs = Math.round((parts.stopwatch() - started) * 1000) / 1000;
      parts.record(draft, draft.answer.body === answer.body ? text : undefined);
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

/** The answer gives a new session its key; the record does not. */
function shownAnswer({ status, body }: ExchangeAnswer): ExchangeAnswer {
  if (!isObject(body)) return { status, body };
  const hasKey = body["session"] !== undefined && textAt(body, "session.aes256Key") !== undefined;
  return { status, body: hasKey ? combine([{ session: { aes256Key: "xxx" } }, body]) : body };
}

/** A correlation id comes back as it was sent (interface section 2.3), but for card data in it (assumption A268). */
function withShownId(answer: Answer): Answer {
  const correlationId = isObject(answer.body) ? textAt(answer.body, "correlationId") : undefined;
  if (correlationId === undefined || !isObject(answer.body)) return answer;
  const shown = maskText(correlationId);
  return shown === correlationId ? answer : { ...answer, body: { ...answer.body, correlationId: shown } };
}

function shownFault(fault: ExchangeFault | undefined): ExchangeFault | undefined {
  return fault?.lost === undefined ? fault : { ...fault, lost: shownAnswer(fault.lost) };
}

/** Records the answer, then sends it: whoever has the answer can look up why. Undefined: it is sent. */
export function send(response: Response, recording: Recording, decided: Answer): Promise<void> | undefined {
  const shown = withShownId(decided);
  if (headerOf(response.req, "x-mc-chaotic-response") === undefined) {
    sendNow(response, recording, shown);
    return undefined;
  }
  return withAskedChaos(response, recording.draft, shown).then((answer) => {
    sendNow(response, recording, answer);
  });
}

function sendNow(response: Response, recording: Recording, answer: Answer): void {
  recording.draft.abandoned = response.destroyed;
  if (answer.fault !== undefined) {
    sendFaulty(response, recording, answer, answer.fault);
    return;
  }
  const text = JSON.stringify(answer.body);
  recording.finish(answer, text);
  const { status } = answer;
  const bytes = Buffer.byteLength(text);
  const ofBody = ["Content-Type", JSON_TYPE, "Content-Length", String(bytes)];
  // All at once: Node takes twice as long over headers that are set one by one.
  response.writeHead(status, [...headersOf(recording), ...headersOfStatus(status), ...ofBody]);
  // ASCII has the same bytes in both, and Latin-1 is copied as it is.
  response.end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Of every answer that has a record. */
function headersOf({ draft }: Recording): Headers {
  return [EXCHANGE_HEADER, draft.id, ...GUARDS];
}

/** Records what the caller gets and what is lost to it. */
function sendFaulty(response: Response, recording: Recording, answer: Answer, fault: Fault): void {
  const { draft, breaksAnswers, finish } = recording;
  const { at, kind, stallMs } = fault;
  const broken = breakAnswer(answer, fault, draft.id);
  const { status, body } = answer;
  draft.fault = { at, kind, lost: status === 0 ? undefined : { status, body } };
  finish(broken.shown);
  tellRecord(response, recording);
  if (breaksAnswers) sendBroken(response, broken, stallMs);
  else response.end();
}

/** Tells the record's id at once: other headers follow, or the answer is not sent by `send`. */
export function tellRecord(response: Response, recording: Recording): Response {
  setHeaders(response, headersOf(recording));
  return response;
}

/** Opens the request's record, whose id `send` tells in a header. */
export function beginRecording(parts: RecorderParts, request: Request, route: string): Recording {
  const recording = openRecording(parts, request.method, route);
  const traceparent = traceIn(headerOf(request, "traceparent"));
  if (traceparent !== undefined) recording.draft.traceparent = traceparent;
  request.recording = recording;
  return recording;
}

/** W3C Trace Context: version, trace id, parent id, flags. What looks like a card number is left out. */
function traceIn(header: string | undefined): string | undefined {
  if (header === undefined || !/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header))
    return undefined;
  return maskText(header) === header ? header : undefined;
}

/** Answers what was thrown, unless it is too late for it or no path has taken the request. */
export function onFailure(
  answer: (recording: Recording, error: unknown, response: Response) => Promise<void> | undefined,
): ErrorRequestHandler {
  return (error, request, response, next) => {
    const { recording } = request;
    if (response.headersSent || recording === undefined) {
      next(error);
      return undefined;
    }
    return answer(recording, error, response);
  };
}

export function recordingOf(request: Request): Recording {
  const { recording } = request;
  if (recording === undefined) throw new Error("the request has no record");
  return recording;
}

const NO_NOTES: readonly string[] = [];
const NO_ANSWER: ExchangeAnswer = { status: 0, body: undefined };

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
    pausedBy: undefined,
    moment: undefined,
    fault: undefined,
    committed: false,
    repeated: false,
    refusal: undefined,
    notes: NO_NOTES,
    answer: NO_ANSWER,
    abandoned: false,
    durationMs: 0,
  };
}

/** Asks for chaos; only its name counts. */
const CHAOS_HEADER = "X-MC-Chaotic-Response";

/** Merchants that the header works for, as on the live gateway. */
const TEST_PREFIX = "TEST";

/**
 * The answer with the chaos in it that the request asks for, refusals too (assumption A199). What is
 * stored knows nothing of it. The header that tells has another name every time, as the live gateway's has.
 */
async function withAskedChaos(response: Response, draft: ExchangeDraft, answer: Answer): Promise<Answer> {
  const { merchantId } = draft;
  if (merchantId === undefined || answer.status === 0) return answer;
  if (!merchantId.startsWith(TEST_PREFIX)) {
    note(
      draft,
      `${CHAOS_HEADER} has no effect: it is only for merchants whose id begins with ${TEST_PREFIX}.`,
    );
    return answer;
  }
  note(draft, `${CHAOS_HEADER}: unknown members were added to the answer, and its members were shuffled.`);
  response.set(`${CHAOS_HEADER}-${draft.id.slice(-12)}`, "true");
  return { ...answer, body: await withChaos(answer.body, seedOf(draft)) };
}

function note(draft: ExchangeDraft, text: string): void {
  draft.notes = [...draft.notes, text];
}

/** The same request gets the same chaos, in whatever order requests come. */
function seedOf({ merchantId, request: { method, route, orderId, transactionId } }: ExchangeDraft): number {
  const bytes = Buffer.from(JSON.stringify([merchantId, method, route, orderId, transactionId]));
  return bytes.reduce((seed, byte) => (Math.imul(seed, 31) + byte) | 0, 0);
}
