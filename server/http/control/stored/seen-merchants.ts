import { maskText } from "../../../domain/card/card.ts";
import { KEPT, KEPT_NAMES } from "../../../domain/kept.ts";
import type { Kept } from "../../../domain/kept.ts";
import { evictedOf } from "../../../gateway/merchants/keeping/evictions.ts";
import type { Store } from "../../../store/store.ts";
import { listOf, number, text, time } from "../kernel/endpoint.ts";
import type { Given, Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { MORE, NEXT, pageOf, WHOLE_PAGE } from "../kernel/paging.ts";

/** A member for each of what may be evicted: evictedOrders … */
function evictions<V>(valueOf: (what: Kept, index: number) => V) {
  const members = KEPT_NAMES.map((what, index) => {
    const [first = "", ...rest] = what;
    return [`evicted${first.toUpperCase()}${rest.join("")}`, valueOf(what, index)];
  });
  return Object.fromEntries(members) as Readonly<Record<`evicted${Capitalize<Kept>}`, V>>;
}

const EVICTED = evictions((what) => ({
  ...number,
  description: `How many ${KEPT[what].many} were evicted since the orders were last reset.`,
}));

const SEEN = {
  type: "object",
  required: ["merchant", "exchanges", "gone", ...(Object.keys(EVICTED) as (keyof typeof EVICTED)[])],
  properties: {
    merchant: text,
    mode: text,
    exchanges: { ...number, description: "How many the journal holds." },
    gone: { ...number, description: "How many newer ones have pushed out of the journal." },
    ...EVICTED,
    latest: { ...time, description: "When the newest exchange began; absent without one." },
  },
} as const;

export type SeenMerchant = Judged<typeof SEEN>;

export interface SeenMerchantPage {
  readonly merchants: readonly SeenMerchant[];
  /** Set after to this to get the next page. */
  readonly next?: string | undefined;
}

const QUERY = { type: "object", additionalProperties: false, properties: WHOLE_PAGE } as const;

export type MerchantPageQuery = Given<typeof QUERY>;

/** Who has called, has orders here, or stands in the merchants file. */
export const seenMerchants: Resource = {
  schemas: {
    SeenMerchant: SEEN,
    SeenMerchants: {
      type: "object",
      required: ["merchants"],
      properties: { merchants: listOf("SeenMerchant"), next: NEXT },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/merchants",
      tag: "Merchants",
      summary: "Lists the merchants that have called or have orders, or that the merchants file names",
      description: MORE,
      query: QUERY,
      answers: { 200: "SeenMerchants" },
      problems: { 400: "A filter is unknown, or its value is wrong." },
      scope: "filtered",
      handle:
        ({ exchanges, orders, merchants, facts }) =>
        async ({ reaches, query }): Promise<SeenMerchantPage> => {
          const called = exchanges.merchants().filter(({ merchant }) => reaches(merchant));
          const known = new Set(called.map(({ merchant }) => merchant));
          const silent = [...(await orders.merchantsWithOrders()), ...facts.merchantIds];
          const others = [...new Set(silent)].filter((id) => !known.has(id) && reaches(id)).sort();
          const all = [
            ...called,
            ...others.map((merchant) => ({ merchant, exchanges: 0, gone: 0, latest: undefined })),
          ];
          const { rows, next } = pageOf(all, query, ({ merchant }) => maskText(merchant));
          return {
            next,
            merchants: await Promise.all(
              rows.map(async (seen) => ({
                ...seen,
                ...(await evictedFrom(orders, seen.merchant)),
                merchant: maskText(seen.merchant),
                mode: merchants.find(seen.merchant)?.mode,
              })),
            ),
          };
        },
    }),
  ],
};

async function evictedFrom(orders: Pick<Store, "findRecord">, merchantId: string) {
  const counts = await Promise.all(KEPT_NAMES.map((what) => evictedOf(orders, merchantId, what)));
  return evictions((_what, index) => counts[index] ?? 0);
}
