import type { Order } from "../../domain/order/order.ts";
import type { GatewayParts } from "../parts.ts";
import { listPages } from "../pages.ts";
import type { PageRef, PageTarget } from "../pages.ts";

/** Path of the page, in front of its id. */
export const BROWSER_PAYMENT_PATH = "/browser-payment/";

/** So many digits in a row could be taken for a card number, and would be masked in the record. */
const LIKE_CARD_NUMBER = /\d{13}/;

/** The page's id cannot be guessed, and is the same for the same payment: a keyed digest of its ids. */
function pageIdOf({ fingerprints }: Pick<GatewayParts, "fingerprints">, target: PageTarget): string {
  const ids = [target.merchantId, target.orderId, target.transactionId];
  let id = fingerprints.page(...ids);
  while (LIKE_CARD_NUMBER.test(id)) id = fingerprints.page(...ids, id);
  return `BP-${id}`;
}

export function redirectUrlOf(parts: GatewayParts, target: PageTarget): string {
  return parts.publicUrl() + BROWSER_PAYMENT_PATH + pageIdOf(parts, target);
}

/** What the page of an initiation is listed by. */
export function browserPage(parts: Pick<GatewayParts, "fingerprints">, target: PageTarget): PageRef {
  return { kind: "browser-payment", id: pageIdOf(parts, target) };
}

/** Lists the page of an initiation, so that the payer finds it. */
export async function listBrowserPage(parts: GatewayParts, order: Order, index: number): Promise<void> {
  const entry = order.transactions[index];
  if (entry === undefined) throw new Error("a page was to be listed for an entry that does not exist");
  const target = { merchantId: order.merchantId, orderId: order.id, transactionId: entry.id };
  await listPages(parts, [browserPage(parts, target)], target);
}
