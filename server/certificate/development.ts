import { isIP } from "node:net";
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from "@peculiar/x509";
import { createAuthority, issueCertificate } from "./authority.ts";
import type { Authority, PemPair, CertificateRequest } from "./authority.ts";

/** Names under which a sandbox on this machine is called. */
const OWN_HOSTS = ["localhost", "127.0.0.1", "::1"];

const ORGANIZATION = "gateway-sandbox";
const DAY_MS = 86_400_000;
/** Clocks of containers differ a little. */
const HEAD_START_MS = 3_600_000;
export const AUTHORITY_DAYS = 3_650;
/** Some clients refuse server certificates that are valid for longer. */
const CERTIFICATE_DAYS = 825;

export function developmentAuthority(now: number): Promise<PemPair> {
  const subject = { CN: ["gateway-sandbox development CA"], O: [ORGANIZATION] };
  return createAuthority({ subject, ...validity(now, AUTHORITY_DAYS) });
}

/** For a sandbox on this machine, and under the further host names and addresses. */
export function serverCertificate(
  authority: Authority,
  hosts: readonly string[],
  now: number,
): Promise<PemPair> {
  const names = [...new Set([...OWN_HOSTS, ...hosts])];
  return issueCertificate(authority, {
    subject: { CN: ["localhost"], O: [ORGANIZATION] },
    ...validity(now, CERTIFICATE_DAYS),
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value })),
      ),
    ],
  });
}

/** The names and addresses of a certificate (PEM) that the authority signed; undefined: it did not. */
export async function hostsSignedFor(
  { certificate: issuer }: Authority,
  pem: string,
): Promise<readonly string[] | undefined> {
  const certificate = new X509Certificate(pem);
  const isSigned = await certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true });
  if (!isSigned) return undefined;
  const names = certificate.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  return names.map(({ value }) => value);
}

/** Its common name is the merchant id, so that it needs no merchant file while the id begins with TEST. */
export function clientCertificate(authority: Authority, merchantId: string, now: number): Promise<PemPair> {
  return issueCertificate(authority, {
    subject: { CN: [merchantId], O: [ORGANIZATION] },
    ...validity(now, CERTIFICATE_DAYS),
    extensions: [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
  });
}

function validity(now: number, days: number): Pick<CertificateRequest, "notBefore" | "notAfter"> {
  return { notBefore: new Date(now - HEAD_START_MS), notAfter: new Date(now + days * DAY_MS) };
}
