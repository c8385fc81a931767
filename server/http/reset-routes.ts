import type { Router } from "express";
import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { RESET_PARTS } from "../domain/reset-part.ts";
import type { ResetPart } from "../domain/reset-part.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";
import { unknownName } from "./unknown-name.ts";

export type ResetRouteParts = Pick<AppParts, "merchants" | "reset">;

/** Lets a suite begin anew with one merchant, while others go on. */
export function resetRoutes({ merchants, reset }: ResetRouteParts, router: Router): void {
  router.post("/v1/merchants/:merchantId/reset", readBytes, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    const parts = partsOf(readPayload(request).body);
    await reset(id, parts);
    response.json({ merchant: id, reset: parts });
  });
}

/** The parts that a body names, in the order of all; all of them when it names none. */
function partsOf(body: Json): readonly ResetPart[] {
  if (!isObject(body)) throw badReset();
  const unknown = Object.keys(body).find((name) => name !== "only");
  if (unknown !== undefined) throw unknownName("Unknown member", unknown, ["only"]);
  const { only = RESET_PARTS } = body;
  if (!Array.isArray(only) || only.length === 0) throw badReset();
  const named = new Set(only.map(partOf));
  return RESET_PARTS.filter((part) => named.has(part));
}

function partOf(name: unknown): ResetPart {
  if (typeof name !== "string") throw badReset();
  const part = RESET_PARTS.find((known) => known === name);
  if (part === undefined) throw unknownName("Unknown part", name, RESET_PARTS);
  return part;
}

function badReset(): Problem {
  const parts = RESET_PARTS.map((part) => `"${part}"`).join(", ");
  return new Problem(400, "Bad reset", `Send nothing, or {"only":[…]} with any of ${parts}.`);
}
