import type { Exchange } from "../domain/exchange.ts";

/** Which exchanges to show; undefined members do not narrow. */
export interface ExchangeFilter {
  readonly merchantId: string | undefined;
  readonly orderId: string | undefined;
  /** At most this many, newest first. */
  readonly limit: number;
  /** Only exchanges older than this one; undefined: from the newest. */
  readonly before: string | undefined;
}

/** The exchanges in memory: per merchant the newest ones, so that a busy merchant pushes out nobody else's. */
export interface Journal {
  record: (exchange: Exchange) => void;
  find: (id: string) => Exchange | undefined;
  /** Newest first. */
  list: (filter: ExchangeFilter) => readonly Exchange[];
}

export interface JournalLimits {
  /** Exchanges kept per merchant. */
  readonly perMerchant: number;
  /** Merchants whose exchanges are kept; the one that was quiet the longest goes first. */
  readonly merchants: number;
}

interface Entry {
  readonly sequence: number;
  readonly exchange: Exchange;
}

/** Exchanges whose caller never proved to be a merchant share one place. */
const NOBODY = "";

export function createJournal(limits: JournalLimits): Journal {
  const shelves: Shelves = { byMerchant: new Map(), byId: new Map() };
  let sequence = 0;
  return {
    record: (exchange) => {
      sequence += 1;
      shelve(shelves, { sequence, exchange });
      makeRoom(shelves, limits, exchange.merchantId ?? NOBODY);
    },
    find: (id) => shelves.byId.get(id)?.exchange,
    list: (filter) => select(shelves, filter),
  };
}

interface Shelves {
  /** The merchant whose last exchange is the newest stands last. */
  readonly byMerchant: Map<string, Entry[]>;
  readonly byId: Map<string, Entry>;
}

function shelve({ byMerchant, byId }: Shelves, entry: Entry): void {
  const merchantId = entry.exchange.merchantId ?? NOBODY;
  const entries = byMerchant.get(merchantId) ?? [];
  entries.push(entry);
  byMerchant.delete(merchantId);
  byMerchant.set(merchantId, entries);
  byId.set(entry.exchange.id, entry);
}

function makeRoom({ byMerchant, byId }: Shelves, limits: JournalLimits, merchantId: string): void {
  const forget = (entries: readonly Entry[]): void => {
    for (const { exchange } of entries) byId.delete(exchange.id);
  };
  // Trimmed in blocks, so that a full journal does not move its entries on every request.
  const block = Math.max(1, Math.ceil(limits.perMerchant / 10));
  const entries = byMerchant.get(merchantId) ?? [];
  if (entries.length >= limits.perMerchant + block) forget(entries.splice(0, block));
  const quietest = byMerchant.size > limits.merchants ? byMerchant.keys().next().value : undefined;
  if (quietest === undefined) return;
  forget(byMerchant.get(quietest) ?? []);
  byMerchant.delete(quietest);
}

function select({ byMerchant, byId }: Shelves, filter: ExchangeFilter): readonly Exchange[] {
  const { merchantId, orderId, limit, before } = filter;
  const upTo = before === undefined ? Infinity : (byId.get(before)?.sequence ?? 0);
  const entries =
    merchantId === undefined ? [...byMerchant.values()].flat() : (byMerchant.get(merchantId) ?? []);
  return entries
    .filter(
      ({ sequence, exchange }) =>
        sequence < upTo && (orderId ?? exchange.request.orderId) === exchange.request.orderId,
    )
    .sort((one, other) => other.sequence - one.sequence)
    .slice(0, limit)
    .map(({ exchange }) => exchange);
}
