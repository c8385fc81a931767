import type { RecordRef } from "../../store/store.ts";
import type { KeptKind } from "../merchants/keeping/kept-records.ts";
import { attemptRef, checkoutPage, checkoutRef } from "../checkout/checkout-record.ts";
import { readSession } from "./session-record.ts";

/** The checkout that a session is of. */
export function companionsOf(id: string): readonly RecordRef[] {
  return [checkoutRef(id), attemptRef(id)];
}

/** A session that waits for its payer is kept until it expires, that of a checkout or of an authentication (assumption A410). */
export const KEPT_SESSIONS: KeptKind = {
  kind: "session",
  worth: (value, now) => {
    const session = readSession(value);
    return session?.awaitsPayer === true && now < session.expiresAt ? session.expiresAt : 0;
  },
  companions: companionsOf,
  page: checkoutPage,
};
