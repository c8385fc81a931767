import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../../domain/request/operation.ts";
import { contractCoverage, COVERAGE_AREAS } from "../../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverage } from "../../../verdict/coverage/scenario-coverage.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, number, open, text, texts, whole } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";

const SCOPE = {
  type: "object",
  additionalProperties: false,
  properties: {
    operations: {
      description: "Only these operations, by their apiOperation, comma-separated.",
      type: "array",
      items: { ...text, title: "operation", enum: OPERATIONS },
      examples: [["PAY", "REFUND", "VOID"]],
    },
    versions: {
      description: "The versions to cover, comma-separated; default those with a contract of their own.",
      type: "array",
      items: whole({ minimum: VERSION_MIN, maximum: VERSION_MAX }),
      examples: [[60, 100]],
    },
  },
} as const;
const BAD_SCOPE = "An operation or version is unknown.";

const percent = { type: "number", minimum: 0, maximum: 100 };
const share = { met: number, of: number, percent };

const CONTRACT_SCHEMAS = {
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
      diagram: {
        ...text,
        description: "The state diagram of orders for Mermaid, with the transitions that were taken.",
      },
    },
  },
  CoverageArea: {
    type: "object",
    required: ["met", "of", "percent", "items", "others"],
    properties: {
      ...share,
      items: listOf("CoverageItem"),
      others: { ...listOf("CoverageItem"), description: "What was covered but does not count." },
    },
  },
  CoverageItem: {
    type: "object",
    required: ["name", "isMet", "times", "refused", "about"],
    properties: {
      name: text,
      isMet: flag,
      times: number,
      refused: { ...number, description: "How many of these requests were refused." },
      example: { ...text, description: "Id of the first exchange with it." },
      about: open,
    },
  },
};

const SCENARIO_SCHEMAS = {
  Coverage: {
    type: "object",
    required: ["scenarios", "revision", "rules", "cases", "others", "shipped", "percent", "casesPercent"],
    properties: {
      merchant: text,
      scenarios: texts,
      revision: text,
      rules: listOf("CoveredRule"),
      cases: {
        type: "array",
        items: {
          type: "object",
          required: ["case", "times", "rules"],
          properties: { case: text, times: number, rules: texts },
        },
      },
      others: {
        ...listOf("CoveredRule"),
        description:
          "Rules that answered but do not count: armed rules, and rules of specification and of other files.",
      },
      shipped: {
        ...listOf("CoveredRule"),
        description: "Rules of active shipped files, if there is also a plan.",
      },
      percent: { ...percent, description: "Percentage of the rules." },
      casesPercent: percent,
    },
  },
  CoveredRule: {
    type: "object",
    required: ["scenario", "id", "times"],
    properties: { scenario: text, id: text, case: text, note: text, times: number, lastExchange: text },
  },
};

/** Which rules of the scenarios have answered. */
const ofScenarios = [
  endpoint({
    method: "get",
    path: "/v1/coverage",
    evidence: "all",
    tag: "Scenarios",
    summary: "Lists which rules have answered, and which never did",
    answers: { 200: "Coverage" },
    handle:
      ({ scenarios, tally }) =>
      () =>
        scenarioCoverage(scenarios.usual(), tally.of(undefined)),
  }),
  endpoint({
    method: "get",
    path: `${MERCHANT}/coverage`,
    evidence: "all",
    tag: "Scenarios",
    summary: "Lists which rules have answered the merchant's requests, and which never did",
    answers: { 200: "Coverage" },
    problems: { 404: NO_MERCHANT },
    handle:
      ({ scenarios, tally }) =>
      async ({ merchant }) => {
        const standing = await scenarios.standing(merchant);
        return { merchant: merchant.id, ...scenarioCoverage(standing.scenarios, tally.of(merchant.id)) };
      },
  }),
];

/** What of the gateway was met and what never. */
const ofContracts = [
  endpoint({
    method: "get",
    path: "/v1/contract-coverage",
    evidence: "all",
    tag: "Verdict",
    summary: "Lists what the requests have covered of the gateway",
    query: SCOPE,
    answers: { 200: "ContractCoverage" },
    problems: { 400: BAD_SCOPE },
    handle:
      ({ contractTally, contracts }) =>
      ({ query: { operations, versions } }) => {
        const scope = { operations, versions, isOneMerchant: false };
        return contractCoverage(contracts.versionsOf, contractTally.of(undefined), scope);
      },
  }),
  endpoint({
    method: "get",
    path: `${MERCHANT}/contract-coverage`,
    evidence: "all",
    tag: "Verdict",
    summary: "Lists what the merchant's requests have covered of the gateway",
    query: SCOPE,
    answers: { 200: "ContractCoverage" },
    problems: { 400: BAD_SCOPE, 404: NO_MERCHANT },
    handle:
      ({ contractTally, contracts }) =>
      ({ merchant: { id }, query: { operations, versions } }) => {
        const scope = { operations, versions, isOneMerchant: true };
        return { merchant: id, ...contractCoverage(contracts.versionsOf, contractTally.of(id), scope) };
      },
  }),
];

/** What was met and what never was, of all merchants together and of one. */
export const coverage: Resource = {
  schemas: { ...SCENARIO_SCHEMAS, ...CONTRACT_SCHEMAS },
  endpoints: [...ofScenarios, ...ofContracts],
};
