import type { Router } from "express";
import { explanationOf } from "../verdict/explanation.ts";
import type { Explain } from "./explain.ts";
import { EXPLAIN_FORM, readExplainWish } from "./explain-wish.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readBytes, readPayload } from "./payload.ts";
import { Problem } from "./problem.ts";

/** What would become of a request, and why, without any effect. */
export function explainRoutes({ merchants }: AppParts, explain: Explain, router: Router): void {
  router.post("/v1/merchants/:merchantId/explain", readBytes, async (request, response) => {
    const merchant = merchantNamed(merchants, request);
    const wish = readExplainWish(readPayload(request).body);
    if (wish === undefined) throw new Problem(400, "Bad request to explain", EXPLAIN_FORM);
    const exchange = await explain(merchant, wish);
    response.json({ explanation: explanationOf(exchange), exchange });
  });
}
