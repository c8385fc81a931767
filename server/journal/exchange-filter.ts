import type { FaultKind } from "../domain/record/effects.ts";
import { rulesIn } from "../domain/record/exchange.ts";
import type { FindingCode } from "../domain/record/finding.ts";
import type { RefusalReason } from "../domain/record/refusal.ts";
import type { KeptExchange } from "./exchange-queues.ts";

/** Which exchanges are meant; members that are not there do not narrow. All that are there must hold. */
export interface ExchangeFilter {
  readonly merchant?: string | undefined;
  /** Masked, as exchanges show it. */
  readonly order?: string | undefined;
  /** Masked, as exchanges show it. */
  readonly transaction?: string | undefined;
  readonly operation?: string | undefined;
  readonly version?: number | undefined;
  /** HTTP status of the answer; 0 is an answer that was never sent. */
  readonly status?: number | undefined;
  /** The gateway code that was decided; an answer that is given again decides nothing. */
  readonly outcome?: string | undefined;
  readonly refusal?: RefusalReason | undefined;
  readonly finding?: FindingCode | undefined;
  /** A scenario rule that decided, added to the answer or held the request up: its id, or `scenario#id`. */
  readonly rule?: string | undefined;
  /** The test plan's number of such a rule. */
  readonly case?: string | undefined;
  readonly fault?: FaultKind | undefined;
  /** Begun at this time or later: ISO 8601 in UTC with milliseconds, as exchanges show it. */
  readonly since?: string | undefined;
}

type Tests = {
  readonly [name in keyof ExchangeFilter]-?: (
    exchange: KeptExchange,
    wanted: NonNullable<ExchangeFilter[name]>,
  ) => boolean;
};

const TESTS: Tests = {
  merchant: ({ merchantId }, wanted) => merchantId === wanted,
  order: ({ request }, wanted) => request.orderId === wanted,
  transaction: ({ request }, wanted) => request.transactionId === wanted,
  operation: ({ request }, wanted) => request.operation === wanted,
  version: ({ request }, wanted) => request.version === wanted,
  status: ({ answer }, wanted) => answer.status === wanted,
  outcome: ({ scenario }, wanted) => scenario?.gatewayCode === wanted,
  refusal: ({ refusal }, wanted) => refusal?.reason === wanted,
  finding: ({ contract }, wanted) => contract?.findings.some(({ code }) => code === wanted) ?? false,
  rule: (exchange, wanted) =>
    rulesIn(exchange).some(({ scenario, id }) => id === wanted || `${scenario}#${id}` === wanted),
  case: (exchange, wanted) => rulesIn(exchange).some((rule) => rule.case === wanted),
  fault: ({ fault }, wanted) => fault?.kind === wanted,
  since: ({ at }, wanted) => at >= wanted,
};

/** The name of every filter there is. */
export const FILTER_NAMES = Object.keys(TESTS) as readonly (keyof ExchangeFilter)[];

export function isMeant(filter: ExchangeFilter, exchange: KeptExchange): boolean {
  return FILTER_NAMES.every((name) => holds(name, filter, exchange));
}

function holds(name: keyof ExchangeFilter, filter: ExchangeFilter, exchange: KeptExchange): boolean {
  const wanted = filter[name];
  // Each test takes what the filter holds under its own name.
  const test = TESTS[name] as (exchange: KeptExchange, wanted: unknown) => boolean;
  return wanted === undefined || test(exchange, wanted);
}
