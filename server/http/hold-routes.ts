import type { Request, Router } from "express";
import type { HeldRequest } from "../gateway/holds.ts";
import { fieldsOfQuery, numberOf } from "./exchange-fields.ts";
import type { Fields } from "./exchange-fields.ts";
import { merchantNamed, paramOf } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { Problem } from "./problem.ts";
import { unknownName } from "./unknown-name.ts";

const COUNT_MAX = 1_000;
const WAIT_MS_MAX = 60_000;
const HOLD_FIELDS: readonly string[] = ["count", "waitMs"];

/** The requests that scenarios hold, and their release, so that a race can be staged. */
export function holdRoutes({ holds, merchants }: AppParts, router: Router): void {
  const answerHolds = async (request: Request, merchantId: string | undefined): Promise<object> => {
    const fields = fieldsOf(request);
    const count = numberOf(fields, "count", { least: 0, most: COUNT_MAX, usual: 0 });
    const waitMs = numberOf(fields, "waitMs", { least: 0, most: WAIT_MS_MAX, usual: 0 });
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

function fieldsOf(request: Request): Fields {
  const fields = fieldsOfQuery(request);
  const unknown = [...fields.keys()].find((name) => !HOLD_FIELDS.includes(name));
  if (unknown !== undefined) throw unknownName("Unknown field", unknown, HOLD_FIELDS);
  return fields;
}
