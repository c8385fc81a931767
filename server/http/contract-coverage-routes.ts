import type { Request, Router } from "express";
import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../domain/operation.ts";
import type { Operation } from "../domain/operation.ts";
import type { ContractTally } from "../journal/contract-tally.ts";
import { contractCoverage } from "../verdict/contract-coverage.ts";
import type { CoverageScope, VersionsOf } from "../verdict/contract-coverage.ts";
import { fieldsOfQuery, refuseUnknown } from "./exchange-fields.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { Problem } from "./problem.ts";
import { unknownName } from "./unknown-name.ts";

export interface ContractCoverageRouteParts extends Pick<AppParts, "merchants"> {
  readonly contractTally: ContractTally;
  readonly contractVersionsOf: VersionsOf;
}

/** What of the gateway was met and what never, of all merchants together and of one. */
export function contractCoverageRoutes(parts: ContractCoverageRouteParts, router: Router): void {
  const { merchants, contractTally, contractVersionsOf } = parts;
  router.get("/v1/contract-coverage", (request, response) => {
    const scope = scopeOf(request, false);
    response.json(contractCoverage(contractVersionsOf, contractTally.of(undefined), scope));
  });
  router.get("/v1/merchants/:merchantId/contract-coverage", (request, response) => {
    const { id } = merchantNamed(merchants, request);
    const coverage = contractCoverage(contractVersionsOf, contractTally.of(id), scopeOf(request, true));
    response.json({ merchant: id, ...coverage });
  });
}

function scopeOf(request: Request, isOneMerchant: boolean): CoverageScope {
  const fields = fieldsOfQuery(request);
  refuseUnknown(fields, ["operations", "versions"]);
  return {
    operations: listOf(fields.get("operations"))?.map(readOperation),
    versions: listOf(fields.get("versions"))?.map(readVersion),
    isOneMerchant,
  };
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(",").map((name) => name.trim());
}

function readOperation(name: string): Operation {
  const operation = OPERATIONS.find((known) => known === name);
  if (operation === undefined) throw unknownName("Unknown operation", name, OPERATIONS);
  return operation;
}

function readVersion(text: string): number {
  const version = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (version >= VERSION_MIN && version <= VERSION_MAX) return version;
  throw new Problem(
    400,
    "Bad versions",
    `versions are whole numbers from ${VERSION_MIN} to ${VERSION_MAX}, parted by commas.`,
  );
}
