import type { Router } from "express";
import { scenarioCoverage } from "../verdict/scenario-coverage.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";

/** Which rules of the scenarios have answered, of one merchant and of all together. */
export function coverageRoutes({ merchants, scenarios, tally }: AppParts, router: Router): void {
  router.get("/v1/coverage", (_request, response) => {
    response.json(scenarioCoverage(scenarios.usual(), tally.of(undefined)));
  });
  router.get("/v1/merchants/:merchantId/coverage", async (request, response) => {
    const merchant = merchantNamed(merchants, request);
    const standing = await scenarios.standing(merchant);
    response.json({ merchant: merchant.id, ...scenarioCoverage(standing.scenarios, tally.of(merchant.id)) });
  });
}
