import type { Exchange } from "../../domain/record/exchange.ts";
import { textAt } from "../../domain/json.ts";
import { smokeSteps } from "./steps.ts";

/** Begins the ids of orders, and of calls without one, of a run of smoke. */
export function smokeOrder(run: string): string {
  return `smoke-${run}`;
}

const OF_SMOKE = /^smoke-[0-9a-f]{8}(?=-)/;

/** What smoke has sent so far. */
export interface SmokeTraffic {
  /** How many calls, also those that are no exchanges or are forgotten by now. */
  readonly calls: () => number;
  readonly has: (exchange: Exchange) => boolean;
}

/** What every run of smoke asks outside the gateway, so that it is no exchange. */
const UNRECORDED = smokeSteps("").filter(
  ({ path }) => path.startsWith("/") && !path.startsWith("/api/"),
).length;

/**
 * Looks for runs of smoke in the exchanges as they come. A run begins by asking for the gateway's information, which
 * bears no id: the last one asked for before the run's first order is the run's.
 */
export function watchSmoke(subscribe: (listener: (exchange: Exchange) => void) => void): SmokeTraffic {
  const [runs, informations] = [new Set<string>(), new Set<string>()];
  let calls = 0;
  let information: string | undefined;
  subscribe((exchange) => {
    const run = runOf(exchange);
    if (run === undefined) {
      if (isInformation(exchange)) information = exchange.id;
      return;
    }
    calls += 1;
    if (runs.has(run)) return;
    runs.add(run);
    if (information !== undefined) informations.add(information);
    information = undefined;
  });
  return {
    calls: () => calls + informations.size + runs.size * UNRECORDED,
    has: (exchange) => runOf(exchange) !== undefined || informations.has(exchange.id),
  };
}

/**
 * Which run of smoke it is a call of, by the id of its order, or by its correlationId where it has no order; undefined:
 * of none. Nobody else's ids look so (assumption A226).
 */
function runOf({ request }: Exchange): string | undefined {
  const names = [request.orderId, textAt(request.body, "correlationId"), textAt(request.body, "order.id")];
  return names.map((name) => OF_SMOKE.exec(name ?? "")?.[0]).find((run) => run !== undefined);
}

function isInformation({ request, merchantId }: Exchange): boolean {
  return merchantId === undefined && request.method === "GET" && request.route.endsWith("/information");
}
