import { maskId } from "../../../domain/card/card.ts";
import { FAULT_KINDS } from "../../../domain/record/effects.ts";
import { FINDING_CODES } from "../../../domain/record/finding.ts";
import {
  BODILESS_OPERATIONS,
  OPERATIONS,
  VERSION_MAX,
  VERSION_MIN,
} from "../../../domain/request/operation.ts";
import { GATEWAY_CODE_NAMES } from "../../../domain/order/outcome.ts";
import { REFUSAL_REASONS } from "../../../domain/record/refusal.ts";
import { isoTime, msOfAskedTime } from "../../../domain/time.ts";
import type { ExchangeFilter } from "../../../journal/exchange-filter.ts";
import type { ExchangeQuery, Journal } from "../../../journal/journal.ts";
import { text, whole } from "../kernel/endpoint.ts";
import type { Given, Judged } from "../kernel/endpoint.ts";
import { Problem } from "../kernel/problem.ts";

/** Exchanges that one answer shows, or one wait waits for, at most. */
const EXCHANGES_MAX = 500;

const ofAll = { merchant: { ...text, description: "Only exchanges of this merchant." } } as const;

const ofOne = {
  order: { ...text, description: "Only those about this order." },
  transaction: { ...text, description: "Only those about this transaction id." },
  operation: {
    ...text,
    description: "Only those of this operation, by its apiOperation.",
    enum: [...OPERATIONS, ...BODILESS_OPERATIONS],
  },
  version: {
    description: "Only those of this version.",
    ...whole({ minimum: VERSION_MIN, maximum: VERSION_MAX }),
  },
  status: {
    description: "Only those that were answered with this status; 0: nothing was sent.",
    ...whole({ minimum: 0, maximum: 599 }),
  },
  outcome: {
    ...text,
    description: "Only those with this gateway code.",
    enum: GATEWAY_CODE_NAMES,
  },
  refusal: {
    ...text,
    description: "Only those that were refused for this reason.",
    enum: REFUSAL_REASONS,
  },
  finding: { ...text, description: "Only those with a finding of this code.", enum: FINDING_CODES },
  rule: { ...text, description: "Only those that this scenario rule decided: its id, or scenario#id." },
  case: { ...text, description: "Only those that a rule with this test plan case decided." },
  fault: {
    ...text,
    description: "Only those whose answer was broken on purpose in this way.",
    enum: FAULT_KINDS,
  },
  since: {
    ...text,
    description: "Only those since this time (with a time zone), or after the exchange with this id.",
  },
} as const;

const page = {
  before: {
    ...text,
    description: "Only those older than this exchange, which must still be in the journal.",
  },
  limit: {
    description: "Maximum number.",
    ...whole({ minimum: 1, maximum: EXCHANGES_MAX, default: 50 }),
  },
} as const;

const object = { type: "object", additionalProperties: false } as const;

export const PAGE = { ...object, properties: { ...ofAll, ...ofOne, ...page } } as const;
export const STREAM = { ...object, properties: { ...ofAll, ...ofOne } } as const;
export const MERCHANT_PAGE = { ...object, properties: { ...ofOne, ...page } } as const;

/** The body that waits for exchanges. */
export const WAIT = {
  ...object,
  properties: {
    ...ofAll,
    ...ofOne,
    count: whole({ minimum: 1, maximum: EXCHANGES_MAX, default: 1 }),
    timeoutMs: whole({ minimum: 0, maximum: 60_000, default: 10_000 }),
  },
} as const;

export type ExchangePageQuery = Given<typeof PAGE>;
export type ExchangeWait = Given<typeof WAIT>;

/** What the filters mean. `since` is a time, or the exchange behind which it begins. */
export function meantBy(
  source: Pick<Journal, "find">,
  { since, order, transaction, ...others }: ExchangeFilter,
): Pick<ExchangeQuery, "filter" | "after"> {
  // Ids are masked in exchanges, so that they are found by their masked form.
  const filter = {
    ...others,
    order: order && maskId(order),
    transaction: transaction && maskId(transaction),
  };
  if (since === undefined) return { filter, after: undefined };
  const time = msOfAskedTime(since);
  if (time !== undefined) return { filter: { ...filter, since: isoTime(time) }, after: undefined };
  if (source.find(since) !== undefined) return { filter, after: since };
  throw new Problem(
    400,
    "Invalid since",
    "since must be a time with a time zone, for example 2030-01-31T12:00:00Z, or the id of an exchange that is still in the journal.",
  );
}

/** Which page is asked for, and what its filters mean. */
export function pageQuery(
  source: Pick<Journal, "find">,
  { limit, before, ...filters }: Judged<typeof PAGE>,
): ExchangeQuery {
  if (before !== undefined && source.find(before) === undefined)
    throw new Problem(
      400,
      "Invalid before",
      "before must be the id of an exchange that is still in the journal, for example next of the previous page.",
    );
  return { ...meantBy(source, filters), limit, before };
}
