import type { Order } from "../domain/order.ts";

/** Names one order. Both are arbitrary text; neither ever becomes a path. */
export interface OrderKey {
  readonly merchantId: string;
  readonly orderId: string;
}

/** A notification that is owed once the commit stands. Delivery is not built yet, so none is made. */
export interface QueuedNotification {
  readonly id: string;
  readonly url: string;
  readonly transactionId: string;
}

/** What one step of work leaves behind: the new order (undefined: nothing changes) and the result for the caller. */
export interface Work<R> {
  readonly order: Order | undefined;
  readonly notifications: readonly QueuedNotification[];
  readonly result: R;
}

export interface Page {
  /** At most this many orders. */
  readonly limit: number;
  /** Orders after this one, in the order of their first commit; undefined: from the start. */
  readonly after: string | undefined;
}

/**
 * The order store. Whatever it answers has been synced: a read never shows what a power cut could still undo.
 * A failed write rejects with StoreUnavailable, changes nothing, and the store serves again when it can write.
 */
export interface Store {
  /** Secret of this data set, for digests and fingerprints. Created with the data, never shown. */
  readonly secret: Uint8Array;
  /**
   * Runs `work` on the order as it stands, alone: it is synchronous, and nothing else sees or changes the order
   * in between. Resolves when the change, and every change it saw, is on disk. What `work` throws is passed on
   * and changes nothing.
   */
  transact<R>(key: OrderKey, work: (order: Order | undefined) => Work<R>): Promise<R>;
  find(key: OrderKey): Promise<Order | undefined>;
  list(merchantId: string, page: Page): Promise<readonly Order[]>;
  /** Forgets every order of the merchant. */
  reset(merchantId: string): Promise<void>;
  /** Whether the last write succeeded; readiness shows it. */
  healthy(): boolean;
  /** Writes what is pending and releases the lock. */
  close(): Promise<void>;
}

/** The store cannot write now; nothing was changed. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}
