import { SESSION_ID } from "../../domain/request/session.ts";
import type { Session } from "../../domain/request/session.ts";
import type { Work } from "../../store/store.ts";
import type { GatewayParts } from "../parts.ts";
import { readSession, sessionRef } from "./session-record.ts";

/**
 * Whether a payer's device may call with this session's id as its password. Each time is counted before the call is
 * made, and the count is on disk, so that no restart gives more of them (assumption A148).
 */
export async function opensWith(parts: GatewayParts, merchantId: string, id: string): Promise<boolean> {
  if (!SESSION_ID.test(id)) return false;
  const now = await parts.clocks.now(merchantId);
  return parts.store.transact(
    { merchantId, orderId: undefined, records: [sessionRef(id)] },
    ({ records: [record] }): Work<boolean> => {
      const session = readSession(record);
      const isOpen = session !== undefined && isOpenAt(session, now);
      const counted = isOpen ? { ...session, authentications: session.authentications + 1 } : undefined;
      const records = counted === undefined ? [] : [{ ...sessionRef(id), value: { ...counted } }];
      return { order: undefined, records, result: isOpen };
    },
  );
}

function isOpenAt({ authentications, authenticationLimit, expiresAt }: Session, now: number): boolean {
  return authentications < authenticationLimit && now < expiresAt;
}
