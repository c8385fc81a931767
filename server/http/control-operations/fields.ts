import { FAULT_KINDS } from "../../domain/effects.ts";
import { FINDING_CODES } from "../../domain/finding.ts";
import type { JsonObject } from "../../domain/json.ts";
import { BODILESS_OPERATIONS, OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../domain/operation.ts";
import { GATEWAY_CODES } from "../../domain/outcome.ts";
import type { ExchangeFilter } from "../../journal/exchange-filter.ts";
import type { QueryParameter } from "../../openapi/control-document.ts";
import { EXCHANGES_MAX } from "../exchange-query.ts";

const text = { type: "string" };

/** What each filter of exchanges means. */
const FILTERS: Readonly<Record<keyof ExchangeFilter, QueryParameter>> = {
  merchant: { description: "Only this merchant's.", schema: text },
  order: { description: "Only those about this order.", schema: text },
  transaction: { description: "Only those about a transaction of this id.", schema: text },
  operation: {
    description: "Only those of this operation, by its apiOperation.",
    schema: { ...text, enum: [...OPERATIONS, ...BODILESS_OPERATIONS] },
  },
  version: {
    description: "Only those of this version.",
    schema: { type: "integer", minimum: VERSION_MIN, maximum: VERSION_MAX },
  },
  status: {
    description: "Only those that were answered with this status; 0 was never sent.",
    schema: { type: "integer", minimum: 0, maximum: 599 },
  },
  outcome: {
    description: "Only those for which this gateway code was decided.",
    schema: { ...text, enum: Object.keys(GATEWAY_CODES) },
  },
  refusal: { description: "Only those that were refused for this reason.", schema: text },
  finding: {
    description: "Only those with a finding of this code.",
    schema: { ...text, enum: FINDING_CODES },
  },
  rule: { description: "Only those that this scenario rule decided: its id, or scenario#id.", schema: text },
  case: { description: "Only those that a rule of this case of the test plan decided.", schema: text },
  fault: {
    description: "Only those whose answer was broken in this way.",
    schema: { ...text, enum: FAULT_KINDS },
  },
  since: {
    description: "Only those from this time on, which has its zone, or those after this exchange.",
    schema: text,
  },
};

const PAGE: Readonly<Record<string, QueryParameter>> = {
  limit: {
    description: "At most so many.",
    schema: { type: "integer", minimum: 1, maximum: EXCHANGES_MAX, default: 50 },
  },
  before: { description: "Only those older than this exchange, which is still kept.", schema: text },
};

const { merchant: merchantFilter, ...others } = FILTERS;

/** What a page of exchanges can be asked for by. */
export const PAGE_FIELDS = { merchant: merchantFilter, ...others, ...PAGE };
export const MERCHANT_PAGE_FIELDS = { ...others, ...PAGE };

/** The body that waits for exchanges. */
export const EXCHANGE_WAIT: JsonObject = {
  type: "object",
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(
      Object.entries(FILTERS).map(([name, { description, schema }]) => [name, { ...schema, description }]),
    ),
    count: { type: "integer", minimum: 1, maximum: EXCHANGES_MAX, default: 1 },
    timeoutMs: { type: "integer", minimum: 0, maximum: 60_000, default: 10_000 },
  },
};
