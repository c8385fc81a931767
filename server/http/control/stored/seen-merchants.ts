import { maskText } from "../../../domain/card/card.ts";
import { evictedOf } from "../../../gateway/merchants/keeping/evictions.ts";
import { listOf, number, text, time } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";

const SEEN = {
  type: "object",
  required: ["merchant", "exchanges", "gone", "evictedOrders", "evictedSessions", "evictedTokens"],
  properties: {
    merchant: text,
    mode: text,
    exchanges: { ...number, description: "How many the journal holds." },
    gone: { ...number, description: "How many newer ones have pushed out of the journal." },
    evictedOrders: {
      ...number,
      description: "How many orders were evicted since the orders were last reset.",
    },
    evictedSessions: { ...number, description: "How many sessions were evicted since then." },
    evictedTokens: { ...number, description: "How many tokens were evicted since then." },
    latest: { ...time, description: "When the newest exchange began; absent without one." },
  },
} as const;

export type SeenMerchant = Judged<typeof SEEN>;

/** Who has called, has orders here, or stands in the merchants file. */
export const seenMerchants: Resource = {
  schemas: {
    SeenMerchant: SEEN,
    SeenMerchants: {
      type: "object",
      required: ["merchants"],
      properties: { merchants: listOf("SeenMerchant") },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/merchants",
      tag: "Merchants",
      summary: "Lists the merchants that have called or have orders, or that the merchants file names",
      answers: { 200: "SeenMerchants" },
      scope: "filtered",
      handle:
        ({ exchanges, orders, merchants, facts }) =>
        async ({ reaches }) => {
          const called = exchanges.merchants().filter(({ merchant }) => reaches(merchant));
          const known = new Set(called.map(({ merchant }) => merchant));
          const silent = [...(await orders.merchantsWithOrders()), ...facts.merchantIds];
          const others = [...new Set(silent)].filter((id) => !known.has(id) && reaches(id)).sort();
          const all = [
            ...called,
            ...others.map((merchant) => ({ merchant, exchanges: 0, gone: 0, latest: undefined })),
          ];
          return {
            merchants: await Promise.all(
              all.map(async (seen) => ({
                ...seen,
                evictedOrders: await evictedOf(orders, seen.merchant, "orders"),
                evictedSessions: await evictedOf(orders, seen.merchant, "sessions"),
                evictedTokens: await evictedOf(orders, seen.merchant, "tokens"),
                merchant: maskText(seen.merchant),
                mode: merchants.find(seen.merchant)?.mode,
              })),
            ),
          };
        },
    }),
  ],
};
