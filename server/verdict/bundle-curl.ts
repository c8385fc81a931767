import type { Exchange } from "../domain/exchange.ts";
import type { BundleRequest } from "./bundle-request.ts";

/** The request as a command of a POSIX shell; what was masked stays masked. */
export function curlLine(
  { method, path, headers }: BundleRequest,
  { merchantId, request }: Exchange,
): string {
  const user = merchantId === undefined ? [] : ["-u", `"merchant.${merchantId}:$SANDBOX_PASSWORD"`];
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)]);
  const body =
    request.body === undefined
      ? []
      : ["-H", quoted("Content-Type: application/json"), "-d", quoted(JSON.stringify(request.body))];
  return ["curl", ...user, "-X", method, `"$SANDBOX_URL"${quoted(path)}`, ...given, ...body].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
