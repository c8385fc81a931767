import { isIP } from "node:net";
import { holdsCardNumber } from "../../domain/card/card.ts";
import type { GivenFlags } from "../kernel/command.ts";
import { UsageError } from "../kernel/command.ts";

/** What `gateway-sandbox certificates` is to make. */
export interface CertificateOptions {
  readonly folder: string;
  readonly hosts: readonly string[];
  readonly merchants: readonly string[];
  /** Files of the certificates to revoke. */
  readonly revoke: readonly string[];
}

const HOST_NAME =
  /^(\*\.)?[0-9A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?(\.[0-9A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?)*$/;
/** Interface section 2.2. */
const MERCHANT_ID = /^[0-9A-Za-z_-]{1,40}$/;

export function readCertificateOptions(given: GivenFlags): CertificateOptions {
  const hosts = given.get("host") ?? [];
  const merchants = given.get("merchant") ?? [];
  const badHost = hosts.find((host) => isIP(host) === 0 && !HOST_NAME.test(host));
  if (badHost !== undefined) throw new UsageError(`'${badHost}' is not a valid host name or address`);
  const badMerchant = merchants.find((id) => !MERCHANT_ID.test(id) || holdsCardNumber(id));
  if (badMerchant !== undefined) throw new UsageError(`'${badMerchant}' is not a valid merchant id`);
  return {
    folder: given.get("out")?.at(-1) ?? "certificates",
    hosts,
    merchants: [...new Set(merchants)],
    revoke: given.get("revoke") ?? [],
  };
}
