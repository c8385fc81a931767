import { maskText } from "../domain/card/card.ts";
import { textAt } from "../domain/json.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ExchangeDraft } from "../domain/record/exchange.ts";
import type { TransactionCall } from "./call.ts";
import type { Page, RecordKind, RecordRef, Store } from "../store/store.ts";

/** What a page of ours is about; everything else of it is in the order or the session. */
export interface PageTarget {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
}

/** Of the transaction that a call is about. */
export function pageTargetOf({ merchant, orderId, transactionId }: TransactionCall): PageTarget {
  return { merchantId: merchant.id, orderId, transactionId };
}

/** Says in the record what a page is about. Ids are masked in exchanges. */
export function describePage(call: { readonly draft: ExchangeDraft; readonly target: PageTarget }): void {
  const { draft, target } = call;
  draft.merchantId = target.merchantId;
  const { orderId, transactionId } = target;
  draft.request = { ...draft.request, orderId: maskText(orderId), transactionId: maskText(transactionId) };
}

/** What a page is listed by. */
export interface PageRef extends RecordRef {
  readonly kind: PageKind;
}

export const PAGE_KINDS = ["authentication", "browser-payment", "checkout"] as const satisfies RecordKind[];
export type PageKind = (typeof PAGE_KINDS)[number];

/**
 * Where the pages are listed that payers open: their address names no merchant, so that the list is nobody's. No
 * merchant can have this id (interface section 2.2).
 */
const OWNER = "*pages*";

/**
 * Lists pages. It is done after the commit that makes their subject and before the answer goes out: should the sandbox
 * stop in between, the same request again lists them.
 */
export async function listPages(
  { store }: { readonly store: Store },
  pages: readonly PageRef[],
  target: PageTarget,
): Promise<void> {
  await store.transact({ merchantId: OWNER, orderId: undefined, records: pages }, ({ records }) => ({
    order: undefined,
    records: pages
      .filter((_, index) => records[index] === undefined)
      .map((page) => ({ ...page, value: { ...target } })),
    result: undefined,
  }));
}

export function forgetPages(store: Store, pages: readonly PageRef[]): Promise<void> {
  return forgetRecords(store, OWNER, pages);
}

/** Records that are forgotten in one commit. */
const TOGETHER = 500;

/** Forgets those of the records that are there. */
export async function forgetRecords(
  store: Store,
  merchantId: string,
  refs: readonly RecordRef[],
): Promise<void> {
  const each = [...new Map(refs.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values()];
  for (let at = 0; at < each.length; at += TOGETHER) {
    const records = each.slice(at, at + TOGETHER);
    await store.transact({ merchantId, orderId: undefined, records }, () => ({
      order: undefined,
      records: records.map((ref) => ({ ...ref, value: undefined })),
      result: undefined,
    }));
  }
}

/** Undefined when there is no such page. */
export async function findPage(
  { store }: { readonly store: Store },
  kind: PageKind,
  id: string,
): Promise<PageTarget | undefined> {
  const found = await store.findRecord(OWNER, { kind, id });
  return found && targetIn(found);
}

/** A page as it is listed. */
export interface ListedPage {
  readonly page: PageRef;
  readonly target: PageTarget;
}

/** Those of all merchants, in the order in which they were listed. */
export async function listedPages(store: Store, kind: PageKind, range: Page): Promise<readonly ListedPage[]> {
  const found = await store.listRecords(OWNER, kind, range);
  return found.map(({ id, value }) => ({ page: { kind, id }, target: targetIn(value) }));
}

function targetIn(record: JsonObject): PageTarget {
  const text = (name: keyof PageTarget): string => textAt(record, name) ?? "";
  return { merchantId: text("merchantId"), orderId: text("orderId"), transactionId: text("transactionId") };
}
