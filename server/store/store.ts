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

/** What one step of work leaves behind, and the result for the caller. */
export interface Work<R> {
  /**
   * The order that was given, with the new transactions behind the old ones; undefined: nothing changes.
   * A committed transaction never changes, so the old ones must be the very objects that were given.
   */
  readonly order: Order | undefined;
  readonly notifications: readonly QueuedNotification[];
  readonly result: R;
}

export interface Page {
  /** At most this many orders. */
  readonly limit: number;
  /**
   * Orders after this one, in the order of their first commit; undefined: from the start.
   * Nothing comes after an order that is not there.
   */
  readonly after: string | undefined;
}

/**
 * The order store. Whatever it answers has been synced: a read never shows what a power cut could still undo.
 * A failed write rejects with StoreUnavailable, changes nothing, and the store serves again when it can write.
 * An order comes back as JSON carries it: a member that was undefined is absent.
 */
export interface Store {
  /** Secret of this data set, for digests and fingerprints. Created with the data, never shown. */
  readonly secret: Uint8Array;
  /**
   * Runs `work` on the order as it stands, alone: it is synchronous, and nothing else sees or changes the order
   * in between. Resolves when the change, and every change it saw, is on disk. What `work` throws is passed on
   * and changes nothing; it too waits for the changes it saw, and gives way to StoreUnavailable when they fail.
   */
  transact<R>(key: OrderKey, work: (order: Order | undefined) => Work<R>): Promise<R>;
  find(key: OrderKey): Promise<Order | undefined>;
  list(merchantId: string, page: Page): Promise<readonly Order[]>;
  /** Forgets every order of the merchant. */
  reset(merchantId: string): Promise<void>;
  /**
   * Whether the last write succeeded; readiness shows it. Asking a store that failed makes it try a write, so
   * that an instance that gets no traffic because it is not ready becomes ready again.
   */
  healthy(): boolean;
  /** Writes what is pending and releases the lock. */
  close(): Promise<void>;
}

/** The store cannot write now; nothing was changed. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** The data cannot be opened at all; the message is one sentence for the person who starts the sandbox. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
}

/** Another process, or another store of this process, holds the data folder. */
export class StoreLocked extends Error {
  override readonly name = "StoreLocked";
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`the data folder ${folder} is in use by process ${pid}; stop it, or choose another folder`);
    this.folder = folder;
    this.pid = pid;
  }
}
