import { valueAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import { authenticationOpen } from "../../../domain/rules/authentication.ts";
import { browserPaymentInitiated } from "../../../domain/rules/browser-payment.ts";
import { orderExists } from "../../../domain/rules/order/order-state.ts";
import { orderReferred } from "../../../domain/rules/order/referral.ts";
import { orderToVoid } from "../../../domain/rules/order/void.ts";
import { sessionKnown } from "../../../domain/rules/session.ts";
import { tokenKnown } from "../../../domain/rules/token.ts";
import type { RecordRef, Store } from "../../../store/store.ts";
import type { Answer } from "../../answers/answer.ts";
import type { Call } from "../../call.ts";
import { addNotes } from "../../column/run-record.ts";

/** What of a merchant may be evicted, and the settings that say when. */
const SETTINGS = {
  orders: "SANDBOX_ORDERS_KEPT, SANDBOX_DAYS_KEPT",
  sessions: "SANDBOX_SESSIONS_KEPT",
  tokens: "SANDBOX_TOKENS_KEPT",
} as const;

export type Evictable = keyof typeof SETTINGS;

/** What is known of a merchant's evictions. It goes when its orders are reset. */
export function evictionRef(what: Evictable): RecordRef {
  return { kind: "eviction", id: what };
}

/** How many the record says were evicted. */
export function countIn(record: JsonObject | undefined, what: Evictable): number {
  const count = valueAt(record, what);
  return typeof count === "number" ? count : 0;
}

/** How many of the merchant's were evicted since its orders were last reset. */
export async function evictedOf(
  store: Pick<Store, "findRecord">,
  merchantId: string,
  what: Evictable,
): Promise<number> {
  return countIn(await store.findRecord(merchantId, evictionRef(what)), what);
}

/** The same call, which says in its exchange that what it wants may have been evicted. */
export function notingEvictions(store: Pick<Store, "findRecord">) {
  return <C extends Call, A extends readonly unknown[]>(answer: (call: C, ...given: A) => Promise<Answer>) =>
    async (call: C, ...given: A): Promise<Answer> => {
      try {
        return await answer(call, ...given);
      } catch (error) {
        await noteEviction(store, call, error);
        throw error;
      }
    };
}

async function noteEviction(
  store: Pick<Store, "findRecord">,
  { draft, merchant }: Pick<Call, "draft" | "merchant">,
  error: unknown,
): Promise<void> {
  const what = error instanceof Refusal ? lackedBy(draft) : undefined;
  const evicted = what === undefined ? 0 : await evictedOf(store, merchant.id, what);
  if (what === undefined || evicted === 0) return;
  const thing = what.slice(0, -1);
  addNotes(draft, [
    `The ${thing} may have been evicted: ${evicted} of the merchant's oldest ${what} were (${SETTINGS[what]}).`,
  ]);
}

/** Rules by which a call is refused whose order is not there. */
const OF_ORDER = [orderExists, orderReferred, orderToVoid, authenticationOpen, browserPaymentInitiated];
const OF_ORDER_IDS: ReadonlySet<string> = new Set(OF_ORDER.map(({ id }) => id));

/** What the call named that is not there. */
function lackedBy({ moment, request: { operation }, rules }: Call["draft"]): Evictable | undefined {
  const rule = rules?.refusedBy?.rule ?? "";
  if (rule === sessionKnown.id) return "sessions";
  if (rule === tokenKnown.id) return "tokens";
  const isOfOrder =
    operation === "RETRIEVE_ORDER" || operation === "RETRIEVE_TRANSACTION" || OF_ORDER_IDS.has(rule);
  return isOfOrder && moment?.entriesBefore === 0 ? "orders" : undefined;
}
