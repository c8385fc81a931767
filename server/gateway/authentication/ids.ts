import { holdsCardNumber } from "../../domain/card/card.ts";
import type { PayerAuthentication } from "../../domain/order/authentication.ts";
import type { GatewayParts } from "../parts.ts";
import type { PageTarget } from "../pages.ts";

/** What the servers of an authentication call it, and where its pages are: always the same for the same one. */
export type AuthenticationIds = Pick<
  PayerAuthentication,
  "acsTransactionId" | "callbackId" | "dsTransactionId" | "serverTransactionId"
>;

type IdParts = Pick<GatewayParts, "fingerprints">;

/** Nobody can guess them, and none can be taken for a card number, which would be masked in the record. */
export function authenticationIds(parts: IdParts, target: PageTarget): AuthenticationIds {
  return {
    serverTransactionId: serverTransactionIdOf(parts, target),
    acsTransactionId: uuidOf(parts, "acs", target),
    dsTransactionId: uuidOf(parts, "ds", target),
    callbackId: digestOf(parts, "callback", target) + digestOf(parts, "callback again", target),
  };
}

export function serverTransactionIdOf(parts: IdParts, target: PageTarget): string {
  return uuidOf(parts, "3ds-server", target);
}

/** A digest in the form of RFC 9562, version 8, which is for such. */
function uuidOf(parts: IdParts, server: string, target: PageTarget): string {
  let attempt = 0;
  let uuid: string;
  do {
    const hex = digestOf(parts, `${server} ${String(attempt)}`, target);
    uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    attempt += 1;
  } while (holdsCardNumber(uuid));
  return uuid;
}

/** Hexadecimal digits, of which the letters stand in the place of long runs of figures. */
function digestOf({ fingerprints }: IdParts, purpose: string, target: PageTarget): string {
  const { merchantId, orderId, transactionId } = target;
  const ids = ["authentication", purpose, merchantId, orderId, transactionId];
  let id = fingerprints.page(...ids);
  while (/\d{13}/.test(id)) id = fingerprints.page(...ids, id);
  return id;
}
