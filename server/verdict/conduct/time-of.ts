import type { Exchange } from "../../domain/record/exchange.ts";

/** When it was by the merchant's clock, which a suite may set; by the sandbox's where nothing was looked up. */
export function timeOf({ moment, at }: Pick<Exchange, "at" | "moment">): number {
  return Date.parse(moment?.now ?? at);
}
