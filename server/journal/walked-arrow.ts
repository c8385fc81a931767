import { ARROWS, TYPES_OF } from "../domain/arrow.ts";
import type { Arrow } from "../domain/arrow.ts";
import type { Exchange } from "../domain/exchange.ts";
import { textAt, valueAt } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { isTransactionOperation } from "../domain/operation.ts";
import { GATEWAY_CODES, isGatewayCode } from "../domain/outcome.ts";
import type { TransitionType } from "../domain/transitions.ts";

/** By the status before, then by the one after: every payment looks its arrow up, and a joined key is a new text. */
const byStatuses = new Map<string, Map<string, readonly Arrow[]>>();
for (const arrow of ARROWS) {
  const onwards = byStatuses.get(arrow.from) ?? new Map<string, readonly Arrow[]>();
  byStatuses.set(arrow.from, onwards.set(arrow.to, [...(onwards.get(arrow.to) ?? []), arrow]));
}

/**
 * The arrow of the state diagram that the exchange has led its order along; undefined when it changed nothing. A
 * failed transaction walks none, but that of a browser payment leads to FAILED.
 */
export function walkedArrow(exchange: Exchange): Arrow | undefined {
  const { transition, committed, request } = exchange;
  if (transition === undefined || !committed) return undefined;
  const { operation, route } = request;
  const body = exchange.fault?.lost?.body ?? exchange.answer.body;
  const types = typesOf(operation, route);
  // The answer names the type, unless it is a page.
  const type = textAt(body, "transaction.type");
  const named = types.find((it) => it === type);
  const result = textAt(body, "result") ?? plainResult(exchange.scenario?.gatewayCode);
  const between = byStatuses.get(transition.before ?? "NEW")?.get(transition.after) ?? [];
  const possible = between.filter(
    (arrow) =>
      (named === undefined ? types.includes(arrow.type) : arrow.type === named) && isStep(arrow.type, result),
  );
  return possible.length > 1 ? byStanding(possible, body) : possible[0];
}

/** The kinds of transactions that the request can have made; a browser payment is a kind of its own. */
function typesOf(operation: string | undefined, route: string): readonly TransitionType[] {
  if (route === "/browser-payment/:id") return BROWSER_PAYMENT;
  return isTransactionOperation(operation) ? TYPES_OF[operation] : [];
}

const BROWSER_PAYMENT = ["BROWSER_PAYMENT"] as const;

/** A refund request counts while it waits, and so does whatever a browser payment comes to. */
function isStep(type: TransitionType, result: string | undefined): boolean {
  if (type === "BROWSER_PAYMENT") return true;
  return result === (type === "REFUND_REQUEST" ? "PENDING" : "SUCCESS");
}

function plainResult(gatewayCode: string | undefined): string | undefined {
  return gatewayCode !== undefined && isGatewayCode(gatewayCode)
    ? GATEWAY_CODES[gatewayCode].result
    : undefined;
}

/** An order that captured nothing was opened by the refund itself. */
function byStanding(arrows: readonly Arrow[], body: Json | undefined): Arrow | undefined {
  const isAlone = valueAt(body, "order.totalCapturedAmount") === 0;
  return arrows.find(({ standalone }) => standalone === isAlone);
}
