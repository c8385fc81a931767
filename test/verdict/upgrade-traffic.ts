import type { JsonObject } from "../../server/domain/json.ts";
import type { Exchange, Shadow } from "../../server/domain/record/exchange.ts";
import { maskBody } from "../../server/gateway/secrets/masking.ts";
import type { subjectOf } from "../../server/verdict/upgrade/comparing.ts";

/** A request as its exchange shows it. */
export interface Sent {
  readonly id: string;
  readonly body?: JsonObject;
  readonly operation?: Exchange["request"]["operation"];
  readonly version?: number;
  /** Undefined: it was taken. */
  readonly refusal?: Exchange["refusal"];
  /** Whether a contract judged it. */
  readonly isJudged?: boolean;
  readonly shadow?: Shadow;
}

export function exchangeOf({
  id,
  body,
  operation = "PAY",
  version = 60,
  ...rest
}: Sent): Parameters<typeof subjectOf>[0] {
  const request = {
    ...{ method: "PUT", route: "/order/:orderId", version, operation },
    ...{ orderId: "o1", transactionId: "1", body: body && maskBody(body), bytes: 100 },
  };
  const contract = { mode: "strict", used: [], resolution: "own", findings: [] } as const;
  return {
    ...{ id, merchantId: "TESTSHOP", at: "2030-01-15T10:20:30.400Z", request, authentication: "accepted" },
    contract: (rest.isJudged ?? true) ? contract : undefined,
    ...{ rules: undefined, scenario: undefined, transition: undefined, committed: true, repeated: false },
    ...{ fault: undefined, refusal: rest.refusal, notes: [], abandoned: false, durationMs: 1 },
    answer: { status: 201, body: undefined },
    shadow: rest.shadow,
  };
}
