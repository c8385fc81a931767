import type { Order } from "../../domain/order/order.ts";
import type { CommitLine, OrderPart, RecordPart } from "../lines/commit-line.ts";
import type { Found, RecordChange, Work, WorkKey } from "../store.ts";

/** The line that turns what the work found into what it left; undefined when nothing changes. */
export function changeOf(key: WorkKey, found: Found, work: Work<unknown>): CommitLine<string> | undefined {
  const order = work.order && orderPartOf(key, found.order, work.order);
  const records = recordPartsOf(key, found, work);
  if (order === undefined && records.length === 0) return undefined;
  return { kind: "commit", merchantId: key.merchantId, order, records };
}

function orderPartOf(
  key: WorkKey,
  before: Order | undefined,
  { merchantId, id, transactions }: Order,
): OrderPart<string> | undefined {
  const from = before?.transactions.length ?? 0;
  const isSame = merchantId === key.merchantId && id === key.orderId && transactions.length > 0;
  if (!isSame || !growsFrom(before, transactions)) {
    throw new Error("work may add transactions to the order of its key, and nothing else");
  }
  if (transactions.length === from) return undefined;
  let text = JSON.stringify(transactions[from]);
  for (let place = from + 1; place < transactions.length; place += 1) {
    text += `,${JSON.stringify(transactions[place])}`;
  }
  return { orderId: id, from, count: transactions.length - from, text };
}

function growsFrom(before: Order | undefined, transactions: Order["transactions"]): boolean {
  return before?.transactions.every((transaction, place) => transactions[place] === transaction) ?? true;
}

const NO_RECORDS: readonly RecordPart<string>[] = [];

function recordPartsOf(
  key: WorkKey,
  found: Found,
  { records, begun }: Work<unknown>,
): readonly RecordPart<string>[] {
  if (records.length === 0 && begun === undefined) return NO_RECORDS;
  return [...changedPartsOf(key, found, records), ...begunPartsOf(key, begun ?? [])];
}

/** Nothing is written when a record is forgotten that is not there. */
function changedPartsOf(key: WorkKey, found: Found, changes: readonly RecordChange[]): RecordPart<string>[] {
  const places = changes.map((change) => placeOf(key, change));
  if (places.includes(-1) || new Set(places).size < places.length) {
    throw new Error("work may change the records of its key, each once, and no others");
  }
  return changes.flatMap(({ kind, id, value }, index): RecordPart<string>[] => {
    if (value !== undefined) return [{ kind, id, text: JSON.stringify(value) }];
    return found.records[places[index] ?? -1] === undefined ? [] : [{ kind, id, text: undefined }];
  });
}

function begunPartsOf(key: WorkKey, begun: readonly RecordChange[]): RecordPart<string>[] {
  return begun.map((change) => {
    const { kind, id, value } = change;
    if (value === undefined || placeOf(key, change) >= 0) {
      throw new Error("work may create records whose value its key does not name, and no others");
    }
    return { kind, id, text: JSON.stringify(value) };
  });
}

function placeOf({ records }: WorkKey, { kind, id }: RecordChange): number {
  return records.findIndex((ref) => ref.kind === kind && ref.id === id);
}
