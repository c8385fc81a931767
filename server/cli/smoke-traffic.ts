import type { Exchange } from "../domain/exchange.ts";
import { textAt } from "../domain/json.ts";

/** Begins the ids of orders, and of calls without one, of a run of smoke. */
export function smokeOrder(run: string): string {
  return `smoke-${run}`;
}

const OF_SMOKE = /^smoke-[0-9a-f]{8}-/;

/**
 * Whether the exchange is a call of smoke, by the id of its order, or by its correlationId where it has no order.
 * Nobody else's ids look so (assumption A226).
 */
export function isOfSmoke({ request }: Exchange): boolean {
  const names = [request.orderId, textAt(request.body, "correlationId"), textAt(request.body, "order.id")];
  return names.some((name) => name !== undefined && OF_SMOKE.test(name));
}
