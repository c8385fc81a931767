import type { Exchange } from "./exchange.ts";

/** The path that was called, as far as the record knows it; other ids stay as the names that the route has for them. */
export function requestPath({ request, merchantId }: Pick<Exchange, "merchantId" | "request">): string {
  const { path, route, version, orderId, transactionId } = request;
  if (path !== undefined) return path;
  const known: Readonly<Record<string, number | string | undefined>> = {
    version,
    merchantId,
    orderId,
    transactionId,
  };
  return route.replace(/:(\w+)/g, (name, parameter: string) => {
    const value = known[parameter];
    return value === undefined ? name : encodeURIComponent(value);
  });
}
