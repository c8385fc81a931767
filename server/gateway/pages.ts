import { maskText } from "../domain/card/card.ts";
import { textAt } from "../domain/json.ts";
import type { ExchangeDraft } from "../domain/record/exchange.ts";
import type { TransactionCall } from "./call.ts";
import type { RecordKind, RecordRef, Store } from "../store/store.ts";

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

export type PageKind = Extract<RecordKind, "authentication" | "browser-payment" | "checkout">;

/**
 * Where the pages are listed that payers open: their address names no merchant, so that the list is nobody's. No
 * merchant can have this id (interface section 2.2).
 */
const OWNER = "*pages*";

/**
 * Lists a page. It is done after the commit that makes the page's subject and before the answer goes out: should
 * the sandbox stop in between, the same request again lists it.
 */
export async function listPage(
  { store }: { readonly store: Store },
  page: RecordRef & { readonly kind: PageKind },
  target: PageTarget,
): Promise<void> {
  const ref: RecordRef = { kind: page.kind, id: page.id };
  if ((await store.findRecord(OWNER, ref)) !== undefined) return;
  await store.transact({ merchantId: OWNER, orderId: undefined, records: [ref] }, () => ({
    order: undefined,
    records: [{ ...ref, value: { ...target } }],
    result: undefined,
  }));
}

/** Undefined when there is no such page. */
export async function findPage(
  { store }: { readonly store: Store },
  kind: PageKind,
  id: string,
): Promise<PageTarget | undefined> {
  const found = await store.findRecord(OWNER, { kind, id });
  if (found === undefined) return undefined;
  const text = (name: keyof PageTarget): string => textAt(found, name) ?? "";
  return { merchantId: text("merchantId"), orderId: text("orderId"), transactionId: text("transactionId") };
}
