import { Router } from "express";
import type { RequestHandler } from "express";
import { maskText } from "../domain/card.ts";
import type { AppParts } from "./parts.ts";

/** For orchestrators: `/healthz` says that the process lives, `/readyz` that it can take and keep payments. */
export function healthRoutes({ ready }: Pick<AppParts, "ready">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", (_request, response) => {
    response.status(ready() ? 200 : 503).json({ status: ready() ? "ready" : "store-unavailable" });
  });
  return router;
}

type HealthParts = Pick<AppParts, "healthy" | "ready"> & {
  readonly scenarios: Pick<AppParts["scenarios"], "library">;
};

/** For people: `degraded` says that something does not work that was asked for, and what; payments may well work. */
export function controlHealth(parts: HealthParts): RequestHandler {
  return (_request, response) => {
    const reasons = CONCERNS.flatMap((concern) => concern(parts) ?? []);
    response.json(reasons.length === 0 ? { status: "ok" } : { status: "degraded", reasons });
  };
}

/** Nobody needs a token to read them, so that they name places and quote nothing of what stands there. */
const CONCERNS: readonly ((parts: HealthParts) => string | undefined)[] = [
  ({ ready }) => (ready() ? undefined : "The store cannot keep payments: its last write failed."),
  ({ healthy }) => (healthy() ? undefined : "The journal's file cannot be written."),
  scenarioConcern,
];

/** What is not there has no place of its own; whose choice it was is left out. */
const MISSING = /there is no scenario "[^"]*"/;

function scenarioConcern({ scenarios }: HealthParts): string | undefined {
  const { problems, revision } = scenarios.library.state();
  const [first] = problems;
  if (first === undefined) return undefined;
  const place = first.line === 0 ? first.file : `${first.file}:${first.line}:${first.column}`;
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : "";
  const gone = MISSING.exec(first.message)?.[0];
  const what = gone === undefined ? place : `${place}, ${gone}`;
  return maskText(
    `The scenario files were changed and not taken, revision ${revision} stays: see ${what}${more}.`,
  );
}
