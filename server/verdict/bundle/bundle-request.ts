import type { Exchange } from "../../domain/record/exchange.ts";

/** The request's line and the headers that its answer depends on; the body is in the exchange. */
export interface BundleRequest {
  readonly method: string;
  /** With the names of what is not recorded, such as `:sessionId`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Only its name counts, and the record keeps headers as notes. */
const CHAOS_HEADER = "X-MC-Chaotic-Response";

export function requestOf({ request, merchantId, notes }: Exchange): BundleRequest {
  const { method, route, version, orderId, transactionId } = request;
  const known = { version, merchantId, orderId, transactionId };
  const path = Object.entries(known).reduce(
    (filled, [name, value]) =>
      value === undefined ? filled : filled.replace(`:${name}`, encodeURIComponent(value)),
    route,
  );
  const isChaotic = notes.some((note) => note.startsWith(`${CHAOS_HEADER}:`));
  return { method, path, headers: isChaotic ? { [CHAOS_HEADER]: "true" } : {} };
}
