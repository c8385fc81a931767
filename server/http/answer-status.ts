import type { Response } from "express";

/** In seconds: what a busy gateway is busy with is over at once (assumption A176). */
const RETRY_AFTER = "1";

/** Sets the status, and with the one of a busy gateway when to try again. */
export function setStatus(response: Response, status: number): void {
  response.status(status);
  if (status === 503) response.set("Retry-After", RETRY_AFTER);
}
