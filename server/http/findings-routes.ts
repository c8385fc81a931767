import type { Router } from "express";
import type { FindingTally } from "../journal/finding-tally.ts";
import { findingsOf } from "../verdict/findings.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";

export interface FindingsRouteParts extends Pick<AppParts, "merchants"> {
  readonly findings: FindingTally;
}

/** What the contracts remarked on requests, of all merchants together and of one. */
export function findingsRoutes({ merchants, findings }: FindingsRouteParts, router: Router): void {
  router.get("/v1/findings", (_request, response) => {
    response.json(findingsOf(findings.of(undefined)));
  });
  router.get("/v1/merchants/:merchantId/findings", (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.json({ merchant: id, ...findingsOf(findings.of(id)) });
  });
}
