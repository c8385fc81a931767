import { Refusal } from "../domain/record/refusal.ts";
import { codeOf } from "../domain/thrown.ts";

/** The caller's mistakes that Express and its body reader find; anything else is passed on as it is. */
export function refusalOfHttp(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error) || !("status" in error)) return error;
  if (error.status === 413) {
    // Pages take smaller bodies than the gateway does, so that the reader's own limit is told.
    return "limit" in error
      ? bodyTooLarge(Number(error.limit))
      : new Refusal("body-too-large", TOO_MANY_FIELDS);
  }
  const isCallersMistake = typeof error.status === "number" && error.status >= 400 && error.status < 500;
  return isCallersMistake ? new Refusal("unreadable-request", explanationOf(error)) : error;
}

const TOO_MANY_FIELDS = "The form has too many fields";

export function bodyTooLarge(limit: number): Refusal {
  return new Refusal("body-too-large", `The body is larger than ${limit} bytes`);
}

function explanationOf(error: Error): string {
  if (error instanceof URIError) return "The path contains a percent-encoding that cannot be decoded";
  if (codeOf(error)?.startsWith("Z_") === true) return "The body cannot be decompressed";
  const type = "type" in error && typeof error.type === "string" ? error.type : "";
  return EXPLANATIONS[type] ?? "The request cannot be read";
}

/** By the body reader's own names of its errors. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  "encoding.unsupported":
    "The content encoding is not supported; supported are gzip, deflate, br and identity",
  "request.aborted": "The request ended before its body was complete",
  "request.size.invalid": "The length of the body differs from its Content-Length",
};
