import type { Router } from "express";
import { isObject } from "../domain/json.ts";
import { explanationOf } from "../verdict/explanation.ts";
import type { Explain } from "./explain.ts";
import { EXPLAIN_FORM, EXPLAIN_MEMBERS, readExplainWish } from "./explain-wish.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";
import { unknownName } from "./unknown-name.ts";

const KNOWN: readonly string[] = EXPLAIN_MEMBERS;

/** What would become of a request, and why, without any effect. */
export function explainRoutes({ merchants }: AppParts, explain: Explain, router: Router): void {
  router.post("/v1/merchants/:merchantId/explain", readBytes, async (request, response) => {
    const merchant = merchantNamed(merchants, request);
    const { body } = readPayload(request);
    const unknown = Object.keys(isObject(body) ? body : {}).find((name) => !KNOWN.includes(name));
    if (unknown !== undefined) throw unknownName("Unknown member", unknown, KNOWN);
    const wish = readExplainWish(body);
    if (wish === undefined) throw new Problem(400, "Bad request to explain", EXPLAIN_FORM);
    const exchange = await explain(merchant, wish);
    response.json({ explanation: explanationOf(exchange), exchange });
  });
}
