import { maskText } from "../../domain/card/card.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Order } from "../../domain/order/order.ts";
import { textAt } from "../../domain/json.ts";
import type { Store } from "../../store/store.ts";
import type { Expectation, Expectations, OrderExpectation } from "./expectations.ts";
import { accountOf } from "./account.ts";
import { groupedBy } from "../conduct/grouped.ts";
import type { OrderAccount } from "./account.ts";

/** Where the orders are. */
export type OrderSource = Pick<Store, "find" | "list">;

const PAGE_LIMIT = 500;

/** The accounts of the stored orders that the expectations are about. `now` is by the merchant's clock. */
export async function storedAccounts(
  orders: OrderSource,
  { merchantId, now }: { readonly merchantId: string; readonly now: number },
  { expectations = [] }: Expectations,
): Promise<readonly OrderAccount[]> {
  const about = expectations.filter(isAboutOrders);
  const ids = new Set(about.flatMap(({ order }) => order ?? []));
  const references = new Set(
    about.flatMap(({ reference }) => (reference === undefined ? [] : maskText(reference))),
  );
  const found = await Promise.all([...ids].map((orderId) => orders.find({ merchantId, orderId })));
  const named = found.flatMap((order) => order ?? []);
  const borne = references.size === 0 ? [] : await ordersBearing(references, orders, merchantId);
  const others = borne.filter(({ id }) => !ids.has(id));
  return [...named, ...others].map((order) => accountOf(withDueEntries(order, now)));
}

function isAboutOrders(expectation: Expectation): expectation is OrderExpectation {
  return !("exchanges" in expectation) && !("never" in expectation);
}

async function ordersBearing(
  references: ReadonlySet<string>,
  orders: OrderSource,
  merchantId: string,
): Promise<readonly Order[]> {
  const found: Order[] = [];
  for await (const order of everyOrder(orders, merchantId))
    if (bearsOneOf(order, references)) found.push(order);
  return found;
}

/** Orders are found by their reference only by looking at all of them. */
async function* everyOrder(orders: OrderSource, merchantId: string): AsyncGenerator<Order> {
  let after: string | undefined;
  do {
    const page: readonly Order[] = await orders.list(merchantId, { limit: PAGE_LIMIT, after });
    yield* page;
    after = page.length < PAGE_LIMIT ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
}

function bearsOneOf({ transactions }: Order, references: ReadonlySet<string>): boolean {
  return transactions.some(({ request }) => references.has(textAt(request, "order.reference") ?? ""));
}

/** Exchanges by merchant; those of callers that never proved to be one are nobody's conduct. */
export function exchangesByMerchant(
  exchanges: readonly Exchange[],
): ReadonlyMap<string, readonly Exchange[]> {
  const known = exchanges.filter(({ merchantId }) => merchantId !== undefined);
  return groupedBy(known, ({ merchantId }) => merchantId ?? "");
}
