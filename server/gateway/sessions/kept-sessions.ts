import type { KeptKind } from "../merchants/keeping/kept-records.ts";
import { attemptRef, checkoutRef } from "../checkout/checkout-record.ts";
import { readSession } from "./session-record.ts";

/** A session that waits for its payer is kept until it expires, that of a checkout or of an authentication (assumption A410). */
export const KEPT_SESSIONS: KeptKind = {
  kind: "session",
  named: "sessions",
  worth: (value, now) => {
    const session = readSession(value);
    return session?.awaitsPayer === true && now < session.expiresAt ? session.expiresAt : 0;
  },
  companions: (id) => [checkoutRef(id), attemptRef(id)],
};
