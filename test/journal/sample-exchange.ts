import type { Exchange } from "../../server/domain/record/exchange.ts";

/** An exchange that nothing decided, with other members in their places. */
export function exchangeOf(id: string, members: Partial<Exchange> = {}): Exchange {
  return {
    id,
    traceparent: undefined,
    merchantId: "A",
    at: "2030-01-15T10:20:30.400Z",
    request: {
      method: "GET",
      route: "unknown",
      version: undefined,
      operation: undefined,
      orderId: undefined,
      transactionId: undefined,
      body: undefined,
      bytes: 0,
    },
    authentication: "not-reached",
    contract: undefined,
    shadow: undefined,
    abandoned: false,
    pausedBy: undefined,
    moment: undefined,
    notifications: undefined,
    rules: undefined,
    scenario: undefined,
    transition: undefined,
    fault: undefined,
    committed: false,
    repeated: false,
    refusal: undefined,
    notes: [],
    answer: { status: 404, body: {} },
    durationMs: 1,
    ...members,
  };
}
