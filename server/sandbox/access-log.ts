import type { Exchange } from "../domain/record/exchange.ts";
import type { Log } from "./log.ts";

/** A line for each exchange (SANDBOX_ACCESS_LOG): who asked for what, and what came of it; nothing of headers and bodies. */
export function logAccess(log: Log): (exchange: Exchange) => void {
  return ({ id, merchantId, traceparent, request, refusal, scenario, answer, durationMs }) => {
    const { method, route, version, operation, orderId, transactionId, bytes } = request;
    const outcome = refusal?.reason ?? scenario?.gatewayCode;
    const about = { merchant: merchantId, version, operation, order: orderId, transaction: transactionId };
    log("info", "exchange", {
      ...{ exchange: id, method, route, status: answer.status, durationMs, bytes },
      ...known({ ...about, outcome, traceparent }),
    });
  };
}

/** Without what is not known. */
function known(
  fields: Readonly<Record<string, number | string | undefined>>,
): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
