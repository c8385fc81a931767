import { isAuthentication } from "../../domain/order/order.ts";
import type { AuthenticationTransaction, Order } from "../../domain/order/order.ts";
import type { Found, RecordRef, WorkKey } from "../../store/store.ts";
import { listPages } from "../pages.ts";
import type { PageRef, PageTarget } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { serverTransactionIdOf } from "./ids.ts";

/** An authentication is listed by what browsers bring of it: its id in the challenge, and the address of its callback. */
export function authenticationPages({ authentication }: AuthenticationTransaction): readonly PageRef[] {
  const { callbackId, serverTransactionId } = authentication;
  return [serverTransactionId, callbackId].map((id) => ({ kind: "authentication", id }));
}

export async function listAuthentication(parts: GatewayParts, order: Order, index: number): Promise<void> {
  const entry = order.transactions[index];
  if (!isAuthentication(entry)) throw new Error("pages were to be listed of an entry that has none");
  const target = { merchantId: order.merchantId, orderId: order.id, transactionId: entry.id };
  await listPages(parts, authenticationPages(entry), target);
}

/** The record that the issuer's hidden page has said that it is done. */
export function methodRef(parts: Pick<GatewayParts, "fingerprints">, target: PageTarget): RecordRef {
  return { kind: "authentication-method", id: serverTransactionIdOf(parts, target) };
}

/** The same of an authentication that has begun. */
export function methodOf({ authentication }: AuthenticationTransaction): RecordRef {
  return { kind: "authentication-method", id: authentication.serverTransactionId };
}

export function isMethodDone({ records }: WorkKey, found: Found): boolean {
  const index = records.findIndex(({ kind }) => kind === "authentication-method");
  return index >= 0 && found.records[index] !== undefined;
}
