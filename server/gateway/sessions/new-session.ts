import type { JsonObject } from "../../domain/json.ts";
import { nextVersion, SESSION_ID_BYTES, SESSION_LIFE_MS, sessionIdOf } from "../../domain/request/session.ts";
import type { Session } from "../../domain/request/session.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";
import { checkoutPage } from "../checkout/checkout-record.ts";
import { forgetPages } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { companionsOf } from "./kept-sessions.ts";
import { readSession, sessionChange, sessionRef } from "./session-record.ts";
import type { SessionAt } from "./session-record.ts";

/** What a session begins with. */
export interface NewSession extends Pick<
  Session,
  "apiVersion" | "authenticationLimit" | "awaitsPayer" | "updateStatus"
> {
  readonly merchantId: string;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** By the merchant's clock as well; undefined: after the life of a session. */
  readonly expiresAt?: number | undefined;
  /** Request members that it holds from the start. */
  readonly content: JsonObject;
  /** What begins with it, in the same commit. */
  readonly beside?: (id: string) => readonly RecordChange[];
}

/** Sessions that have been over for so long are forgotten, a few with each new one (assumption A146). */
const KEPT_AFTER_EXPIRY_MS = 24 * 60 * 60_000;
const SWEPT_MAX = 10;

type SessionParts = Pick<GatewayParts, "random" | "store" | "vault">;

/** Stores a session of its own id, and forgets some that nobody can use any more, with the checkouts that they are of. */
export async function storeNewSession(parts: SessionParts, made: NewSession): Promise<SessionAt> {
  const { merchantId, now, content, expiresAt = now + SESSION_LIFE_MS, beside, ...given } = made;
  const id = sessionIdOf(parts.random(SESSION_ID_BYTES));
  const begun = {
    ...given,
    version: nextVersion(undefined, randomHex(parts)),
    expiresAt,
    authentications: 0,
  };
  const { value } = sessionChange(parts, { merchantId, id, session: begun }, content);
  const isOver = (record: JsonObject | undefined): boolean =>
    (readSession(record)?.expiresAt ?? now) + KEPT_AFTER_EXPIRY_MS <= now;
  const oldest = await parts.store.listRecords(merchantId, "session", { limit: SWEPT_MAX, after: undefined });
  const over = oldest.filter((it) => isOver(it.value));
  if (over.length > 0)
    await forgetPages(
      parts.store,
      over.map(({ id }) => checkoutPage(id)),
    );
  const swept = over.flatMap((it): readonly RecordRef[] => [sessionRef(it.id), ...companionsOf(it.id)]);
  const begins = [{ ...sessionRef(id), value }, ...(beside?.(id) ?? [])];
  const records = [...begins, ...swept];
  await parts.store.transact({ merchantId, orderId: undefined, records }, () => ({
    order: undefined,
    records: [...begins, ...swept.map((ref): RecordChange => ({ ...ref, value: undefined }))],
    result: undefined,
  }));
  return { merchantId, id, session: value as unknown as Session };
}

/** Eight hexadecimal digits for a version. */
export function randomHex({ random }: Pick<GatewayParts, "random">): string {
  return Buffer.from(random(4)).toString("hex");
}
