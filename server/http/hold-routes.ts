import type { Request, Router } from "express";
import type { HeldRequest } from "../gateway/holds.ts";
import { merchantNamed, paramOf } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { Problem } from "./problem.ts";

const WAIT_MS_MAX = 60_000;

/** The requests that scenarios hold, and their release, so that a race can be staged. */
export function holdRoutes({ holds, merchants }: AppParts, router: Router): void {
  const answerHolds = async (request: Request, merchantId: string | undefined): Promise<object> => {
    const [count, waitMs] = [
      wholeNumber(request, "count", 1_000),
      wholeNumber(request, "waitMs", WAIT_MS_MAX),
    ];
    const isThere = await holds.waitFor(merchantId, count, waitMs);
    return { holds: holds.list(merchantId), complete: isThere };
  };
  router.get("/v1/holds", async (request, response) => {
    response.json(await answerHolds(request, undefined));
  });
  router.get("/v1/merchants/:merchantId/holds", async (request, response) => {
    response.json(await answerHolds(request, merchantNamed(merchants, request).id));
  });
  router.post("/v1/holds/:id/release", (request, response) => {
    const id = paramOf(request, "id");
    const held = holds.list(undefined).find((it) => it.id === id);
    if (held === undefined || !holds.release(id))
      throw new Problem(404, "No such hold", "It never was, or it is over.");
    response.json({ released: held satisfies HeldRequest });
  });
}

function wholeNumber(request: Request, name: string, max: number): number {
  const value: unknown = request.query[name] ?? "0";
  const number = typeof value === "string" && /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= max) return number;
  throw new Problem(400, `Bad ${name}`, `${name} is a whole number from 0 to ${max}.`);
}
