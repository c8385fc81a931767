import type { JsonObject } from "../domain/json.ts";
import { Refusal } from "../domain/record/refusal.ts";
import type { RefusalReason } from "../domain/record/refusal.ts";
import { StoreBusy, StoreUnavailable } from "../store/store.ts";
import type { Answer } from "./answers/answer.ts";

type Cause = "INVALID_REQUEST" | "REQUEST_REJECTED" | "SERVER_BUSY" | "SERVER_FAILED";

/** Status and cause of every reason (assumption A1). */
const ANSWERS: Readonly<Record<RefusalReason, readonly [status: number, cause: Cause]>> = {
  "unknown-path": [404, "INVALID_REQUEST"],
  "wrong-method": [405, "INVALID_REQUEST"],
  "bad-credentials": [401, "INVALID_REQUEST"],
  "foreign-merchant": [403, "INVALID_REQUEST"],
  // Refused for a security reason (assumption A168).
  "bad-certificate": [403, "REQUEST_REJECTED"],
  "foreign-page": [403, "REQUEST_REJECTED"],
  "body-too-large": [413, "INVALID_REQUEST"],
  "header-too-large": [431, "INVALID_REQUEST"],
  "request-too-slow": [408, "INVALID_REQUEST"],
  "unreadable-request": [400, "INVALID_REQUEST"],
  contract: [400, "INVALID_REQUEST"],
  rule: [400, "INVALID_REQUEST"],
  "not-permitted": [400, "INVALID_REQUEST"],
  busy: [503, "SERVER_BUSY"],
  bug: [500, "SERVER_FAILED"],
};

const EXPLANATION_LENGTH_MAX = 1000;
const FIELD_LENGTH_MAX = 100;

/** The error body of the gateway, members in alphabetical order. */
export function answerRefusal(refusal: Refusal, exchangeId: string): Answer {
  const [status, cause] = ANSWERS[refusal.reason];
  return { status, body: { error: errorOf(refusal, cause, exchangeId), result: "ERROR" } };
}

function errorOf(refusal: Refusal, cause: Cause, exchangeId: string): JsonObject {
  // Our own fault and a refusal for security say nothing but where to look: the support code is the exchange's id.
  if (cause === "SERVER_FAILED" || cause === "REQUEST_REJECTED") return { cause, supportCode: exchangeId };
  const explanation = refusal.explanation.slice(0, EXPLANATION_LENGTH_MAX);
  if (refusal.fault === undefined || cause !== "INVALID_REQUEST") return { cause, explanation };
  const { field, validationType } = refusal.fault;
  return { cause, explanation, field: field.slice(0, FIELD_LENGTH_MAX), validationType };
}

/** What was thrown, as a refusal: expected ones pass, everything else is a bug of ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreBusy)
    return new Refusal("busy", "The store is busy; send the same request again", undefined);
  const why = error instanceof StoreUnavailable ? `: ${error.message}` : "";
  return new Refusal("bug", `The sandbox failed${why}`, undefined);
}
