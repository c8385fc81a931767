import type { ExchangeRequest } from "../../../server/domain/record/exchange.ts";
import { requestPath } from "../../../server/domain/record/request-path.ts";
import { gatewayCurl } from "../state/api.ts";

/** The request for a shell that has SANDBOX_PASSWORD set. Card data is masked in it, as nothing else is known. */
export function requestCurl(request: ExchangeRequest, merchantId: string | undefined): string {
  const { method, body } = request;
  return gatewayCurl(merchantId ?? "MERCHANT", { method, path: requestPath({ request, merchantId }), body });
}
