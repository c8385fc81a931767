import { valueAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { KEPT, KEPT_NAMES, settingOf } from "../../../domain/kept.ts";
import type { Kept } from "../../../domain/kept.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import { authenticationOpen, NO_CHECK } from "../../../domain/rules/authentication.ts";
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

/** What is known of a merchant's evictions. It goes when its orders are reset. */
export function evictionRef(what: Kept): RecordRef {
  return { kind: "eviction", id: what };
}

/** How many the record says were evicted. */
export function countIn(record: JsonObject | undefined, what: Kept): number {
  const count = valueAt(record, what);
  return typeof count === "number" ? count : 0;
}

/** How many of the merchant's were evicted since its orders were last reset. */
export async function evictedOf(
  store: Pick<Store, "findRecord">,
  merchantId: string,
  what: Kept,
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

/** Says in the exchange of a call that failed that what it wants may have been evicted. */
export async function noteEviction(
  store: Pick<Store, "findRecord">,
  { draft, merchant }: Pick<Call, "draft" | "merchant">,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal)) return;
  const what = KEPT_NAMES.find((name) => LACKS[name](draft, error));
  const evicted = what === undefined ? 0 : await evictedOf(store, merchant.id, what);
  if (what === undefined || evicted === 0) return;
  const { one, many, limits } = KEPT[what];
  addNotes(draft, [
    `The ${one} may have been evicted: ${evicted} of the merchant's oldest ${many} were (${limits.map(settingOf).join(", ")}).`,
  ]);
}

/** Whether the call was refused as it named what is not there. */
const LACKS: Readonly<Record<Kept, (draft: Call["draft"], refusal: Refusal) => boolean>> = {
  orders: ({ moment, request: { operation }, rules }) => {
    const isOfOrder =
      operation === "RETRIEVE_ORDER" ||
      operation === "RETRIEVE_TRANSACTION" ||
      OF_ORDER.some(({ id }) => id === rules?.refusedBy?.rule);
    return isOfOrder && moment?.entriesBefore === 0;
  },
  sessions: ({ rules }) => rules?.refusedBy?.rule === sessionKnown.id,
  tokens: ({ rules }) => rules?.refusedBy?.rule === tokenKnown.id,
  // A new one is made of every id that is not there.
  riskAssessments: () => false,
  enrollmentChecks: (_draft, { explanation }) => explanation === NO_CHECK,
};

/** Rules by which a call is refused whose order is not there. */
const OF_ORDER = [orderExists, orderReferred, orderToVoid, authenticationOpen, browserPaymentInitiated];
