import type { ExchangeRequest } from "../../../server/domain/record/exchange.ts";
import { gatewayCurl } from "../state/api.ts";

/** The path that was called, as far as it is recorded; what is not keeps its name, such as `:sessionId`. */
export function pathOf(
  { route, version, orderId, transactionId }: ExchangeRequest,
  merchantId: string | undefined,
): string {
  const known: Readonly<Record<string, string | undefined>> = {
    version: version === undefined ? undefined : String(version),
    merchantId,
    orderId,
    transactionId,
  };
  return route.replace(/:(\w+)/g, (name, key: string) => {
    const value = known[key];
    return value === undefined ? name : encodeURIComponent(value);
  });
}

/** The request for a shell that has SANDBOX_PASSWORD set. Card data is masked in it, as nothing else is known. */
export function requestCurl(request: ExchangeRequest, merchantId: string | undefined): string {
  const { method, body } = request;
  return gatewayCurl(merchantId ?? "MERCHANT", { method, path: pathOf(request, merchantId), body });
}
