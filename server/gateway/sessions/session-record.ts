import { combine } from "../../domain/request/combination.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Session } from "../../domain/request/session.ts";
import type { RecordChange, RecordRef } from "../../store/store.ts";
import type { GatewayParts } from "../parts.ts";

/** A session with its place in the store. */
export interface SessionAt {
  readonly merchantId: string;
  readonly id: string;
  readonly session: Session;
}

export function sessionRef(id: string): RecordRef {
  return { kind: "session", id };
}

/** Records are written by sessionChange and nothing else, so that they are what it wrote. */
export function readSession(record: JsonObject | undefined): Session | undefined {
  return record as unknown as Session | undefined;
}

/** What the session holds, in the clear. */
export function contentOf({ vault }: Pick<GatewayParts, "vault">, at: SessionAt): JsonObject {
  return vault.open(at.merchantId, sessionRef(at.id), at.session.sealed);
}

/** The session as it is from now on; its content in the vault's form. */
export function sessionChange(
  { vault }: Pick<GatewayParts, "vault">,
  { merchantId, id, session }: Omit<SessionAt, "session"> & { readonly session: Omit<Session, "sealed"> },
  content: JsonObject,
): RecordChange & { readonly value: JsonObject } {
  const ref = sessionRef(id);
  return { ...ref, value: { ...session, sealed: vault.seal(merchantId, ref, combine([content])) } };
}
