import { textAt } from "../domain/json.ts";
import type { RecordKind, RecordRef, Store } from "../store/store.ts";

/** What a page of ours is about; everything else of it is in the order or the session. */
export interface PageTarget {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
}

export type PageKind = Extract<RecordKind, "browser-payment" | "checkout">;

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
