import type { ControlOperation, QueryParameter } from "../../openapi/control-document.ts";
import { MERCHANT, NO_MERCHANT } from "./words.ts";

const SCOPE: Readonly<Record<string, QueryParameter>> = {
  operations: {
    description: "Only what these operations can meet, by their apiOperation, parted by commas.",
    schema: { type: "string", examples: ["PAY,REFUND,VOID"] },
  },
  versions: {
    description: "The versions to cover, parted by commas, instead of those with a contract of their own.",
    schema: { type: "string", examples: ["60,100"] },
  },
};
const BAD_SCOPE = "An operation or version is unknown.";

export const findingsOperations: readonly ControlOperation[] = [
  {
    method: "get",
    path: "/v1/findings",
    tag: "Verdict",
    summary: "Groups what contracts remarked on requests by operation, version, field and rule",
    answers: { 200: "Findings" },
  },
  {
    method: "get",
    path: `${MERCHANT}/findings`,
    tag: "Verdict",
    summary: "Groups what contracts remarked on the merchant's requests",
    answers: { 200: "Findings" },
    problems: { 404: NO_MERCHANT },
  },
  {
    method: "get",
    path: "/v1/contract-coverage",
    tag: "Verdict",
    summary: "Tells what of the gateway was met, and what never was",
    query: SCOPE,
    answers: { 200: "ContractCoverage" },
    problems: { 400: BAD_SCOPE },
  },
  {
    method: "get",
    path: `${MERCHANT}/contract-coverage`,
    tag: "Verdict",
    summary: "Tells what of the gateway the merchant met, and what never",
    query: SCOPE,
    answers: { 200: "ContractCoverage" },
    problems: { 400: BAD_SCOPE, 404: NO_MERCHANT },
  },
];
