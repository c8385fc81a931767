import type { Order } from "../domain/order.ts";
import type { CommitLine, OrderPart, RecordPart } from "./commit-line.ts";
import type { Found, RecordChange, Work, WorkKey } from "./store.ts";

/** The line that turns what the work found into what it left; undefined when nothing changes. */
export function changeOf(key: WorkKey, found: Found, work: Work<unknown>): CommitLine<string> | undefined {
  const order = orderPartOf(key, found.order, work);
  const records = [...recordPartsOf(key, found, work.records), ...begunPartsOf(key, work)];
  if (order === undefined && records.length === 0) return undefined;
  return { kind: "commit", merchantId: key.merchantId, order, records };
}

function orderPartOf(
  key: WorkKey,
  before: Order | undefined,
  work: Work<unknown>,
): OrderPart<string> | undefined {
  const { order } = work;
  const old = before?.transactions ?? [];
  if (order !== undefined && !grows(key, old, order)) {
    throw new Error("work may add transactions to the order of its key, and nothing else");
  }
  const added = order?.transactions.slice(old.length) ?? [];
  if (order === undefined || added.length === 0) return undefined;
  const text = added.map((transaction) => JSON.stringify(transaction)).join(",");
  return { orderId: order.id, from: old.length, count: added.length, text };
}

function grows(key: WorkKey, old: Order["transactions"], order: Order): boolean {
  const isSame =
    order.merchantId === key.merchantId && order.id === key.orderId && order.transactions.length > 0;
  return isSame && old.every((transaction, index) => order.transactions[index] === transaction);
}

/** Nothing is written when a record is forgotten that is not there. */
function recordPartsOf(key: WorkKey, found: Found, changes: readonly RecordChange[]): RecordPart<string>[] {
  const places = changes.map((change) => placeOf(key, change));
  if (places.includes(-1) || new Set(places).size < places.length) {
    throw new Error("work may change the records of its key, each once, and no others");
  }
  return changes.flatMap(({ kind, id, value }, index): RecordPart<string>[] => {
    if (value !== undefined) return [{ kind, id, text: JSON.stringify(value) }];
    return found.records[places[index] ?? -1] === undefined ? [] : [{ kind, id, text: undefined }];
  });
}

function begunPartsOf(key: WorkKey, { begun = [] }: Work<unknown>): RecordPart<string>[] {
  return begun.map((change) => {
    const { kind, id, value } = change;
    if (value === undefined || placeOf(key, change) >= 0) {
      throw new Error("work may begin records with a value that its key does not name, and no others");
    }
    return { kind, id, text: JSON.stringify(value) };
  });
}

function placeOf({ records }: WorkKey, { kind, id }: RecordChange): number {
  return records.findIndex((ref) => ref.kind === kind && ref.id === id);
}
