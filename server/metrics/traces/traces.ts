import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification, NotificationAttempt } from "../../domain/record/notification.ts";
import { createCollector } from "./collector.ts";
import type { CollectorParts } from "./collector.ts";
import { createSpanQueue } from "./span-queue.ts";
import type { QueueEvents } from "./span-queue.ts";
import { spanOfAttempt, spanOfExchange } from "./span.ts";

/** What an OpenTelemetry collector gets of a sandbox (docs/decisions/0017-traces.md). */
export interface Traces {
  readonly exchanged: (exchange: Exchange) => void;
  readonly attempted: (notification: Notification, attempt: NotificationAttempt) => void;
  /** Sends what waits, within a bounded time. */
  readonly close: () => Promise<void>;
}

export interface TracesParts extends CollectorParts, QueueEvents {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export function createTraces(parts: TracesParts): Traces {
  const { clock } = parts;
  const queue = createSpanQueue(createCollector(parts), parts);
  return {
    exchanged: (exchange) => {
      queue.add(() => spanOfExchange(exchange, clock()));
    },
    attempted: (notification, attempt) => {
      queue.add(() => spanOfAttempt(notification, attempt, clock()));
    },
    close: queue.close,
  };
}
