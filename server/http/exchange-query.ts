import { FILTER_NAMES } from "../journal/exchange-filter.ts";
import type { ExchangeQuery } from "../journal/journal.ts";
import { filterOf, numberOf, readTime, refuseUnknown } from "./exchange-fields.ts";
import type { Fields } from "./exchange-fields.ts";
import type { ExchangeSource } from "./parts.ts";
import { Problem } from "./problem.ts";

/** Exchanges that one answer shows, or one wait waits for, at most. */
export const EXCHANGES_MAX = 500;

const SHOWN = { least: 1, most: EXCHANGES_MAX, usual: 50 };

/** The page of exchanges that the fields ask for. */
export function pageOf(source: ExchangeSource, fields: Fields, fixed: Fields = new Map()): ExchangeQuery {
  const own = FILTER_NAMES.filter((name) => !fixed.has(name));
  refuseUnknown(fields, [...own, "before", "limit"]);
  const limit = numberOf(fields, "limit", SHOWN);
  const before = fields.get("before");
  if (before !== undefined && source.find(before) === undefined)
    throw new Problem(400, "Bad before", BAD_BEFORE);
  return { ...meantBy(source, new Map([...fields, ...fixed])), limit, before };
}

const BAD_BEFORE = "before is the id of an exchange that is still kept, such as next of the page before.";

const BAD_SINCE =
  "since is a time with its zone, such as 2030-01-31T12:00:00Z, or the id of an exchange that is still kept.";

/** What the filters among the fields mean. `since` is a time, or the exchange behind which it begins. */
export function meantBy(source: ExchangeSource, fields: Fields): Pick<ExchangeQuery, "filter" | "after"> {
  const since = fields.get("since");
  if (since === undefined || readTime(since) !== undefined) {
    return { filter: filterOf(fields), after: undefined };
  }
  if (source.find(since) === undefined) throw new Problem(400, "Bad since", BAD_SINCE);
  return {
    filter: filterOf(new Map([...fields].filter(([name]) => name !== "since"))),
    after: since,
  };
}
