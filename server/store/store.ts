import type { JsonObject } from "../domain/json.ts";
import type { Order } from "../domain/order/order.ts";

/** Names one order. Both are arbitrary text; neither ever becomes a path. */
export interface OrderKey {
  readonly merchantId: string;
  readonly orderId: string;
}

/** What stands beside the orders of a merchant. */
export const RECORD_KINDS = [
  "session",
  "token",
  "token-of-card",
  "risk-assessment",
  "authentication",
  "authentication-method",
  "enrollment-check",
  "clock",
  "browser-payment",
  "checkout",
  "scenario-set",
  "sequence",
  "notification",
  "armed",
  "payers",
  "eviction",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Kinds that say how the merchant is set up and how far its sequences are, not what it did (assumption A185). */
const KEPT: ReadonlySet<RecordKind> = new Set<RecordKind>([
  "clock",
  "scenario-set",
  "sequence",
  "armed",
  "payers",
]);

/** What a reset forgets. */
export interface ResetScope {
  readonly orders: boolean;
  /** Kinds of which every record is forgotten; the others stay. */
  readonly kinds: readonly RecordKind[];
}

/** What the merchant did: its orders, and all that its requests left beside them. */
export const ORDERS_AND_THEIR_RECORDS: ResetScope = {
  orders: true,
  kinds: RECORD_KINDS.filter((kind) => !KEPT.has(kind)),
};

/** Names a document beside the orders, such as a session or a token, of one merchant. The id is arbitrary text. */
export interface RecordRef {
  readonly kind: RecordKind;
  readonly id: string;
}

/** Everything that a step of work may look at and change; all of it belongs to one merchant. */
export interface WorkKey {
  readonly merchantId: string;
  /** Undefined when the work is about records only. */
  readonly orderId: string | undefined;
  readonly records: readonly RecordRef[];
}

/** What the key names, as it stands; undefined is not there. */
export interface Found {
  readonly order: Order | undefined;
  /** In the order of the key's records. */
  readonly records: readonly (JsonObject | undefined)[];
}

/** The record as it is from now on; undefined forgets it. */
export interface RecordChange extends RecordRef {
  readonly value: JsonObject | undefined;
}

/** What one step of work leaves behind, and the result for the caller. Order and records are one commit. */
export interface Work<R> {
  /**
   * The order that was given, with the new transactions behind the old ones; undefined: it does not change.
   * A committed transaction never changes, so the old ones must be the very objects that were given.
   */
  readonly order: Order | undefined;
  /** Records of the key that change, each once; the others stay as they are. */
  readonly records: readonly RecordChange[];
  /** Records that begin here, under ids that nobody has had, so that the key need not name them. */
  readonly begun?: readonly RecordChange[] | undefined;
  readonly result: R;
}

/** The record that tells of a merchant's evictions: every one of them changes it. */
export interface EvictionRecord extends RecordRef {
  readonly was: JsonObject | undefined;
  /** What it is with so many evicted. */
  readonly becomes: (orders: number) => JsonObject;
}

/** A record of a list. */
export interface ListedRecord {
  readonly id: string;
  readonly value: JsonObject;
}

export interface Page {
  /** At most this many orders or records. */
  readonly limit: number;
  /**
   * Those after this one, in the order of their first commit; undefined: from the start.
   * Nothing comes after one that is not there. A record that was forgotten and is there again is a new one.
   */
  readonly after: string | undefined;
  /** Whether it goes from the newest to the oldest. */
  readonly newestFirst?: boolean;
}

/**
 * The store of orders and of the records beside them. Whatever it answers has been synced: a read never shows what a power cut could still undo.
 * A failed write rejects with StoreUnavailable, changes nothing, and the store serves again when it can write.
 * Everything comes back as JSON carries it: a member that was undefined is absent.
 */
export interface Store {
  /** Secret of this data set, for digests and fingerprints. Created with the data, never shown. */
  readonly secret: Uint8Array;
  /**
   * Runs `work` on what the key names, alone: it is synchronous, and nothing else sees or changes any of it in
   * between. Resolves when its changes, and every change it saw, are on disk; they get there all together or not
   * at all. What `work` throws is passed on and changes nothing; it too waits for the changes it saw, and gives way
   * to StoreUnavailable when they fail. A change of something that the key does not name is a bug, and throws.
   */
  transact<R>(key: WorkKey, work: (found: Found) => Work<R>): Promise<R>;
  find(key: OrderKey): Promise<Order | undefined>;
  list(merchantId: string, page: Page): Promise<readonly Order[]>;
  /** Ids of the merchants that have orders, and maybe of some that had. */
  merchantsWithOrders(): Promise<readonly string[]>;
  countOrders(merchantId: string): Promise<number>;
  /**
   * Forgets the merchant's oldest orders up to and including this one, in one commit with the record that tells of it, and gives
   * how many; none when it is not there, or when the record is not what it was: somebody else has evicted meanwhile, and
   * the order may be another one of the same id.
   */
  evict(merchantId: string, through: string, record: EvictionRecord): Promise<number>;
  findRecord(merchantId: string, ref: RecordRef): Promise<JsonObject | undefined>;
  /** Several of the merchant's records at one moment, in the order asked. */
  findRecords(merchantId: string, refs: readonly RecordRef[]): Promise<readonly (JsonObject | undefined)[]>;
  listRecords(merchantId: string, kind: RecordKind, page: Page): Promise<readonly ListedRecord[]>;
  countRecords(merchantId: string, kind: RecordKind): Promise<number>;
  /** Ids of the merchants that have records of the kind, and maybe of some that had. */
  merchantsWith(kind: RecordKind): Promise<readonly string[]>;
  /** Forgets all of the merchant that the scope names, in one commit. */
  reset(merchantId: string, scope: ResetScope): Promise<void>;
  /**
   * Why nothing can be written now, in a sentence that may be shown to anybody; undefined: the last write succeeded.
   * Readiness shows it. Asking a store that failed makes it try a write, so that an instance that gets no traffic
   * because it is not ready becomes ready again.
   */
  trouble(): string | undefined;
  /**
   * What the starts since somebody acknowledged it last found damaged or missing, in sentences that name files and
   * quote nothing of them.
   */
  damage(): readonly string[];
  acknowledgeDamage(): Promise<void>;
  /** Writes what is pending and releases the lock. */
  close(): Promise<void>;
}

/** What becomes of a start that finds its data damaged: `report` loads what is there and says what is not. */
export const ON_DAMAGE = ["report", "refuse"] as const;
export type OnDamage = (typeof ON_DAMAGE)[number];

/** The store cannot write now; nothing was changed. */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
}

/** The store cannot write, or read, for a while; the same again may succeed. It is not known whether a change was made. */
export class StoreBusy extends StoreUnavailable {}

/** The data cannot be opened at all; the message is one sentence for the person who starts the sandbox. */
export class StoreUnusable extends Error {
  override readonly name = "StoreUnusable";
}

/** Another process, or another store of this process, holds the data folder. */
export class StoreLocked extends Error {
  override readonly name = "StoreLocked";
  readonly folder: string;
  readonly pid: number;

  /** `elsewhere` names the host or container whose process it is, when that is not this one. */
  constructor(folder: string, pid: number, elsewhere?: string) {
    const where = elsewhere === undefined ? "" : ` of another machine or container (${elsewhere})`;
    super(`the data folder ${folder} is in use by process ${pid}${where}; stop it, or choose another folder`);
    this.folder = folder;
    this.pid = pid;
  }
}
