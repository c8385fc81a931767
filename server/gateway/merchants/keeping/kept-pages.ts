import { setImmediate as turn } from "node:timers/promises";
import { isAuthentication } from "../../../domain/order/order.ts";
import type { Order, Transaction } from "../../../domain/order/order.ts";
import type { RecordRef, Store } from "../../../store/store.ts";
import { authenticationPages, methodOf } from "../../authentication/pages.ts";
import { browserPage } from "../../browser/redirect.ts";
import { checkoutPage, checkoutRef } from "../../checkout/checkout-record.ts";
import { forgetPages, forgetRecords, listedPages, listPages, PAGE_KINDS } from "../../pages.ts";
import type { ListedPage, PageKind, PageRef } from "../../pages.ts";
import type { GatewayParts } from "../../parts.ts";

/**
 * Forgets the pages that payers open, before the orders and sessions that they are about: should the sandbox stop in
 * between, these are forgotten later.
 */
export interface KeptPages {
  /** Of these orders of one merchant. */
  readonly forgetOf: (merchantId: string, orders: readonly Order[]) => Promise<void>;
  /** Of everything that the merchant has. */
  readonly forgetAll: (merchantId: string) => Promise<void>;
  /** Of what is not there, of all merchants: it went between its commit and the listing of its page. */
  readonly forgetStrays: () => Promise<void>;
}

type PageParts = Pick<GatewayParts, "fingerprints" | "store">;

/** Orders, checkouts and pages that are looked up together. */
const PAGE = 500;

export function createKeptPages(parts: PageParts): KeptPages {
  const { store } = parts;
  const forgetOf: KeptPages["forgetOf"] = async (merchantId, orders) => {
    const entries = orders.flatMap((order) => order.transactions.map((entry) => ({ order, entry })));
    await forgetPages(
      store,
      entries.flatMap(({ order, entry }) => pagesOf(parts, order, entry)),
    );
    const methods = entries.flatMap(({ entry }): readonly RecordRef[] =>
      entry.operation === "INITIATE_AUTHENTICATION" && isAuthentication(entry) ? [methodOf(entry)] : [],
    );
    await forgetRecords(store, merchantId, methods);
  };
  const forgetOfAll = async (merchantId: string): Promise<void> => {
    let after: string | undefined;
    for (;;) {
      const orders = await store.list(merchantId, { limit: PAGE, after, newestFirst: true });
      await forgetOf(merchantId, orders);
      if (orders.length < PAGE) return;
      after = orders.at(-1)?.id;
      await turn();
    }
  };
  return {
    forgetOf,
    forgetAll: async (merchantId) => {
      await forgetOfAll(merchantId);
      await forgetCheckouts(store, merchantId);
    },
    forgetStrays: async () => {
      for (const kind of PAGE_KINDS) await forgetStraysOf(parts, kind);
    },
  };
}

async function forgetStraysOf(parts: PageParts, kind: PageKind): Promise<void> {
  const { store } = parts;
  let after: string | undefined;
  for (;;) {
    const listed = await listedPages(store, kind, { limit: PAGE, after });
    const { kept, strays } = await apart(parts, listed);
    await forgetPages(
      store,
      strays.map(({ page }) => page),
    );
    // The same request may have come again meanwhile, and have found its page listed.
    for (const { page, target } of (await apart(parts, strays)).kept) await listPages(parts, [page], target);
    if (listed.length < PAGE) return;
    after = kept.at(-1)?.page.id ?? after;
    await turn();
  }
}

/** The pages whose subject is there, and the others. */
async function apart(parts: PageParts, listed: readonly ListedPage[]) {
  const kept: ListedPage[] = [];
  const strays: ListedPage[] = [];
  for (const one of listed) ((await hasSubject(parts, one)) ? kept : strays).push(one);
  return { kept, strays };
}

async function hasSubject(parts: PageParts, { page, target }: ListedPage): Promise<boolean> {
  const { merchantId, transactionId } = target;
  if (page.kind === "checkout")
    return (await parts.store.findRecord(merchantId, checkoutRef(page.id))) !== undefined;
  const order = await parts.store.find(target);
  return (
    order?.transactions.some(
      (entry) => entry.id === transactionId && pagesOf(parts, order, entry).some(({ id }) => id === page.id),
    ) === true
  );
}

async function forgetCheckouts(store: Store, merchantId: string): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const checkouts = await store.listRecords(merchantId, "checkout", { limit: PAGE, after });
    await forgetPages(
      store,
      checkouts.map(({ id }) => checkoutPage(id)),
    );
    if (checkouts.length < PAGE) return;
    after = checkouts.at(-1)?.id;
    await turn();
  }
}

function pagesOf(parts: PageParts, { merchantId, id }: Order, entry: Transaction): readonly PageRef[] {
  if (entry.operation === "INITIATE_BROWSER_PAYMENT")
    return [browserPage(parts, { merchantId, orderId: id, transactionId: entry.id })];
  return entry.operation === "INITIATE_AUTHENTICATION" && isAuthentication(entry)
    ? authenticationPages(entry)
    : [];
}
