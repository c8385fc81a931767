import { isDeepStrictEqual } from "node:util";
import type { EvictionRecord, OrderKey, ResetScope } from "../store.ts";
import type { Database } from "./database.ts";
import { toKey } from "./entries.ts";
import { recordOf } from "./reading.ts";

const LOCKED = `update sandbox_merchants set epoch = epoch + 1, resets = resets + $2 where merchant = $1`;

/** The merchant's row is changed first, for which all commits under way are waited for; those behind see the new epoch. */
export function reset(
  { inTransaction }: Database,
  merchantId: string,
  { orders, kinds }: ResetScope,
): Promise<void> {
  const merchant = toKey(merchantId);
  return inTransaction(async (run) => {
    await run({ text: LOCKED, values: [merchant, orders ? 1 : 0] });
    const text = `delete from sandbox_entries where merchant = $1 and kind = any($2::text[])`;
    await run({ text, values: [merchant, orders ? [...kinds, "order"] : kinds] });
  });
}

const RECORD = `
  select value from sandbox_entries where merchant = $1 and kind = $2 and id = $3 and value is not null`;
const EVICT = `
  with gone as (
    delete from sandbox_entries where merchant = $1 and kind = 'order' and value is not null and place <= (
      select place from sandbox_entries where merchant = $1 and kind = 'order' and id = $2 and value is not null)
    returning id)
  select count(*) as orders from gone`;
const KEEP_RECORD = `
  insert into sandbox_entries (merchant, kind, id, place, version, was, value)
  values ($1, $2, $3, nextval('sandbox_ticks'), nextval('sandbox_ticks'), 0, $4)
  on conflict (merchant, kind, id) do update set version = excluded.version, value = excluded.value`;

/** As a reset, but that nobody who waits is told of it. */
export function evict(
  { inTransaction }: Database,
  { merchantId, orderId: through }: OrderKey,
  { kind, id, was, becomes }: EvictionRecord,
): Promise<number> {
  const merchant = toKey(merchantId);
  const record = [merchant, kind, toKey(id)];
  return inTransaction(async (run) => {
    await run({ text: LOCKED, values: [merchant, 0] });
    const [found] = await run({ text: RECORD, values: record });
    if (!isDeepStrictEqual(recordOf(found && String(found["value"])), was)) return 0;
    const [gone] = await run({ text: EVICT, values: [merchant, toKey(through)] });
    const orders = Number(gone?.["orders"]);
    const text = JSON.stringify(becomes(orders));
    if (orders > 0) await run({ text: KEEP_RECORD, values: [...record, text] });
    return orders;
  });
}
