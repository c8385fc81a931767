import type { Json } from "../domain/json.ts";
import type { Notifications } from "../gateway/notifications/notifications.ts";
import type { SandboxWaits } from "../gateway/time/waits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Store } from "../store/store.ts";

/** What processes of one store tell each other. */
export type News =
  | "exchange"
  | "attempt"
  | "held"
  | "let-go"
  | "release"
  | "hurry"
  | "reset"
  | "audit"
  | "inbox"
  | "clock"
  | "address"
  | "all-told"
  | "reload"
  | "heard";

/**
 * Is told the value that another process told, and which one it was. An announcement is heard when what it gives resolves; when it
 * gives nothing, at once.
 */
export type Listener = (
  value: Json,
  merchantId: string | undefined,
  process: string,
) => Promise<void> | undefined;

/** The other processes that share the store. */
export interface Fellows {
  tell: (news: News, merchantId: string | undefined, value: object) => void;
  /** As `tell`, and resolves when every process that lives has heard it, or after two seconds. */
  announce: (news: News, merchantId: string | undefined, value: object) => Promise<void>;
  /** What was announced about the merchant and this process has not heard yet: what it tells may be older. */
  unheardBy: (news: News, process: string, merchantId: string) => readonly Json[];
  on: (news: News, listener: Listener) => void;
  /** Calls with the names of the processes that live, now and then. */
  onPulse: (listener: (living: ReadonlySet<string>) => void) => void;
  /** Whether what one process does for all falls to this one. */
  leads: () => boolean;
  /** From now on news come; those that are kept have come when it resolves. */
  meet: () => Promise<void>;
  /** Whether they are told everything. */
  healthy: () => boolean;
  pending: () => number;
  close: () => Promise<void>;
}

/** What a store is opened with, beside the settings. */
export interface StorageParts {
  readonly metrics: Metrics | undefined;
  /** Gives what the sandbox uses of the store. */
  readonly around: (store: Store) => Store;
  readonly exchangesKept: KeptExchanges;
}

/** How many exchanges are kept of each merchant. */
export interface KeptExchanges {
  readonly usually: number;
  /** Of merchants that have a number of their own, by their ids. */
  readonly own: ReadonlyMap<string, number>;
}

/** Where a sandbox keeps its data, and what depends on whether others use the same. */
export interface Storage {
  readonly store: Store;
  /** The other processes that share the store; undefined: it is this one's alone. */
  readonly fellows: Fellows | undefined;
  readonly waits: SandboxWaits;
  /** Begins to deliver; gives what ends it. */
  readonly deliver: (notifications: Notifications) => () => Promise<void>;
}
