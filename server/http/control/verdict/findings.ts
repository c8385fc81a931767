import { FINDING_CODES } from "../../../domain/record/finding.ts";
import { findingsOf } from "../../../verdict/findings.ts";
import { listOf, MERCHANT, NO_MERCHANT, number, text } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";

/** What the contracts remarked on requests, of all merchants together and of one. */
export const findings: Resource = {
  schemas: {
    FindingGroup: {
      type: "object",
      required: ["severity", "count", "first", "last"],
      properties: {
        severity: { ...text, enum: ["violation", "deviation"] },
        code: { ...text, enum: FINDING_CODES },
        refusal: { ...text, description: "Why it was refused before any schema was checked." },
        operation: text,
        version: { type: "integer" },
        field: { ...text, description: "Elements of lists are written as leg[n]." },
        contract: {
          type: "object",
          description: "The schema file below schemas/, and the JSON pointer of the rule in it.",
          required: ["file", "pointer"],
          properties: { file: text, pointer: text },
        },
        section: {
          ...text,
          description: "The section of the specification; absent if it does not cover this.",
        },
        source: { ...text, enum: ["interface", "assumed"] },
        count: { type: "integer", minimum: 1 },
        first: {
          type: "object",
          description: "The first occurrence, masked.",
          required: ["exchange", "at", "message"],
          properties: { exchange: text, at: text, field: text, expected: text, got: text, message: text },
        },
        last: { ...text, description: "Id of the last exchange with it." },
      },
    },
    Findings: {
      type: "object",
      required: ["violations", "deviations", "others", "groups"],
      properties: {
        merchant: text,
        violations: number,
        deviations: number,
        others: { ...number, description: "Findings beyond the maximum number of groups." },
        groups: { ...listOf("FindingGroup"), description: "Violations first, then by frequency." },
      },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/findings",
      evidence: "all",
      tag: "Verdict",
      summary: "Groups the contract findings of all requests by operation, version, field and rule",
      answers: { 200: "Findings" },
      handle:
        ({ findings: tally }) =>
        () =>
          findingsOf(tally.of(undefined)),
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/findings`,
      evidence: "all",
      tag: "Verdict",
      summary: "Groups the contract findings of the merchant's requests",
      answers: { 200: "Findings" },
      problems: { 404: NO_MERCHANT },
      handle:
        ({ findings: tally }) =>
        ({ merchant: { id } }) => ({ merchant: id, ...findingsOf(tally.of(id)) }),
    }),
  ],
};
