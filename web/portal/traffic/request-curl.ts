import type { ExchangeRequest } from "../../../server/domain/record/exchange.ts";
import { quoted } from "../state/api.ts";

/**
 * The request for a shell that has SANDBOX_PASSWORD set. Card data is masked in it, as nothing else is known. The route
 * is filled with what is known; another place is left as it is.
 */
export function requestCurl(request: ExchangeRequest, merchantId: string | undefined): string {
  const { method, route, version, orderId, transactionId, body } = request;
  const known: Readonly<Record<string, string | undefined>> = {
    version: version === undefined ? undefined : String(version),
    merchantId,
    orderId,
    transactionId,
  };
  const path = route.replace(/:(\w+)/g, (place, name: string) => {
    const value = known[name];
    return value === undefined ? place : encodeURIComponent(value);
  });
  const user = `merchant.${merchantId ?? "MERCHANT"}`;
  const data =
    body === undefined
      ? ""
      : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${quoted(JSON.stringify(body))}'`;
  return `curl -X ${method} '${location.origin}${quoted(path)}' \\\n  -u '${quoted(user)}:'"$SANDBOX_PASSWORD"${data}`;
}
