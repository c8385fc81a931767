import type { Exchange } from "./exchange.ts";

interface Called extends Pick<
  Exchange["request"],
  "orderId" | "path" | "route" | "transactionId" | "version"
> {
  readonly merchantId: string | undefined;
}

/** The path that was called, as far as the record knows it; other ids stay as the names that the route has for them. */
export function pathCalled({ path, route, version, merchantId, orderId, transactionId }: Called): string {
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

export function requestPath({ request, merchantId }: Pick<Exchange, "merchantId" | "request">): string {
  return pathCalled({ ...request, merchantId });
}
