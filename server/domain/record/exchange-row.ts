import { textAt } from "../json.ts";
import { GATEWAY_CODES, isGatewayCode } from "../order/outcome.ts";
import type { Result } from "../order/outcome.ts";
import type { Exchange } from "./exchange.ts";
import { hintOf } from "./explanation.ts";
import { pathCalled } from "./request-path.ts";

/**
 * What came of a request, for people: `refused` is the caller's mistake, `declined` the acquirer's no, `failed` an answer
 * that was broken, never sent or is our own fault; `done` is everything that the acquirer was not asked for.
 */
export const ENDINGS = ["approved", "declined", "pending", "refused", "failed", "done"] as const;
export type Ending = (typeof ENDINGS)[number];

/** An exchange as one line of a list: enough to find it, and the reason in a few words. */
export interface ExchangeRow {
  readonly id: string;
  readonly merchant: string | undefined;
  /** By the sandbox's clock. */
  readonly at: string;
  /** By the merchant's clock, when it had a part in the answer. */
  readonly moment: string | undefined;
  readonly method: string;
  readonly route: string;
  /** What was called, where the request was refused before anything else of it was read. */
  readonly path: string | undefined;
  readonly operation: string | undefined;
  readonly version: number | undefined;
  readonly order: string | undefined;
  readonly transaction: string | undefined;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  /** HTTP status; 0 when nothing was sent. */
  readonly status: number;
  readonly ending: Ending;
  /** The refusal's sentence, how the answer was broken, or the gateway code; undefined when there is nothing to say. */
  readonly words: string | undefined;
  /** What helps whoever sent it, where the words are no more than a stranger may know. */
  readonly hint: string | undefined;
  /** `scenario#id` of the rule that decided, or the name of the order rule that refused. */
  readonly rule: string | undefined;
  readonly repeated: boolean;
  readonly durationMs: number;
}

type RowPath = Pick<ExchangeRow, "merchant" | "order" | "path" | "route" | "transaction" | "version">;

type Rowed = Omit<Exchange, "answer"> & { readonly answer: Pick<Exchange["answer"], "status"> };

export function rowOf(exchange: Rowed): ExchangeRow {
  const { id, merchantId, at, request, answer, repeated, durationMs } = exchange;
  const { method, route, path, operation, version, orderId, transactionId, body } = request;
  return {
    id,
    merchant: merchantId,
    at,
    moment: exchange.moment?.now,
    method,
    route,
    path,
    operation,
    version,
    order: orderId,
    transaction: transactionId,
    amount: textAt(body, "transaction.amount") ?? textAt(body, "order.amount"),
    currency: textAt(body, "transaction.currency") ?? textAt(body, "order.currency"),
    status: answer.status,
    ending: endingOf(exchange),
    words: wordsOf(exchange),
    hint: hintOf(exchange),
    rule: ruleOf(exchange),
    repeated,
    durationMs,
  };
}

/** What was called, as far as the row knows it. */
export function pathOf({
  merchant: merchantId,
  order: orderId,
  transaction: transactionId,
  ...row
}: RowPath): string {
  return pathCalled({ ...row, merchantId, orderId, transactionId });
}

const ENDING_OF: Readonly<Record<Result, Ending>> = {
  SUCCESS: "approved",
  FAILURE: "declined",
  PENDING: "pending",
  UNKNOWN: "pending",
};

/** By the answer that the caller got: one that was broken has failed, whatever the acquirer said. */
export function endingOf({ refusal, fault, scenario, answer, abandoned }: Rowed): Ending {
  if (refusal?.reason === "bug" || fault !== undefined || abandoned || answer.status === 0) return "failed";
  if (refusal !== undefined) return refusal.reason === "busy" ? "failed" : "refused";
  const code = scenario?.gatewayCode;
  return code !== undefined && isGatewayCode(code) ? ENDING_OF[GATEWAY_CODES[code].result] : "done";
}

function wordsOf({ refusal, fault, scenario, abandoned, repeated }: Rowed): string | undefined {
  if (refusal !== undefined) return refusal.explanation;
  if (fault !== undefined) return `Broken on purpose: ${fault.kind} ${fault.at}`;
  if (abandoned) return "The client disconnected before the answer";
  if (repeated) return "Same request again: the stored answer";
  return scenario?.gatewayCode;
}

function ruleOf({ rules, scenario }: Rowed): string | undefined {
  if (rules?.refusedBy !== undefined) return rules.refusedBy.rule;
  const decider = scenario?.decidedBy;
  return decider?.kind === "rule" ? `${decider.scenario}#${decider.id}` : undefined;
}
