import type { ContractLimits } from "./contract-limits.ts";
import { followUps } from "./follow-ups.ts";
import { others } from "./others.ts";
import { payments } from "./payments.ts";
import { singleOperations } from "./single-operations.ts";
import { version100 } from "./version-100.ts";

/** Every contract of the specification's section 4, and a version 100 contract of every operation. */
export const contracts: readonly ContractLimits[] = [
  ...payments,
  ...followUps,
  ...singleOperations,
  ...others,
  ...version100,
];
