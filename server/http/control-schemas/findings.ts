import { FINDING_CODES } from "../../domain/finding.ts";
import type { JsonObject } from "../../domain/json.ts";
import { COVERAGE_AREAS } from "../../verdict/contract-coverage.ts";
import { flag, listOf, number, open, text } from "./words.ts";

const percent = { type: "number", minimum: 0, maximum: 100 };
const share = { met: number, of: number, percent };

export const FINDINGS_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ContractCoverage: {
    type: "object",
    required: ["met", "of", "percent", "areas", "diagram"],
    properties: {
      merchant: text,
      ...share,
      areas: {
        type: "object",
        required: COVERAGE_AREAS,
        properties: Object.fromEntries(
          COVERAGE_AREAS.map((name) => [name, { $ref: "#/components/schemas/CoverageArea" }]),
        ),
      },
      diagram: { ...text, description: "The order's statuses for Mermaid, with what was walked." },
    },
  },
  CoverageArea: {
    type: "object",
    required: ["met", "of", "percent", "items", "others"],
    properties: {
      ...share,
      items: listOf("CoverageItem"),
      others: { ...listOf("CoverageItem"), description: "What was met and does not count." },
    },
  },
  CoverageItem: {
    type: "object",
    required: ["name", "isMet", "times", "refused", "about"],
    properties: {
      name: text,
      isMet: flag,
      times: number,
      refused: { ...number, description: "How many of the times the request was refused." },
      example: { ...text, description: "Id of the first exchange with it." },
      about: open,
    },
  },
  FindingGroup: {
    type: "object",
    required: ["severity", "count", "first", "last"],
    properties: {
      severity: { ...text, enum: ["violation", "deviation"] },
      code: { ...text, enum: FINDING_CODES },
      refusal: { ...text, description: "Why it was refused before any schema was asked." },
      operation: text,
      version: { type: "integer" },
      field: { ...text, description: "Elements of lists as leg[n]." },
      contract: {
        type: "object",
        description: "The schema file below schemas/, and the JSON pointer of the rule in it.",
        required: ["file", "pointer"],
        properties: { file: text, pointer: text },
      },
      section: { ...text, description: "The specification's section; not there where it shows none." },
      source: { ...text, enum: ["interface", "assumed"] },
      count: { type: "integer", minimum: 1 },
      first: {
        type: "object",
        description: "How it was first seen, masked.",
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
      others: { ...number, description: "Findings that had no room in a group of their own." },
      groups: { ...listOf("FindingGroup"), description: "Violations first, then the most frequent." },
    },
  },
};
