import { isAuthentication } from "../../domain/order/order.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Found, RecordRef, WorkKey } from "../../store/store.ts";
import { listPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { serverTransactionIdOf } from "./ids.ts";

/** Lists an authentication by what browsers bring of it: its id in the challenge, and the address of its callback. */
export async function listAuthentication(parts: GatewayParts, order: Order, index: number): Promise<void> {
  const entry = order.transactions[index];
  if (!isAuthentication(entry)) throw new Error("pages were to be listed of an entry that has none");
  const { callbackId, serverTransactionId } = entry.authentication;
  const target = { merchantId: order.merchantId, orderId: order.id, transactionId: entry.id };
  for (const id of [serverTransactionId, callbackId])
    await listPage(parts, { kind: "authentication", id }, target);
}

/** The record that the issuer's hidden page has said that it is done. */
export function methodRef(parts: Pick<GatewayParts, "fingerprints">, target: PageTarget): RecordRef {
  return { kind: "authentication-method", id: serverTransactionIdOf(parts, target) };
}

export function isMethodDone({ records }: WorkKey, found: Found): boolean {
  const index = records.findIndex(({ kind }) => kind === "authentication-method");
  return index >= 0 && found.records[index] !== undefined;
}
