import {
  AuthorityKeyIdentifierExtension,
  PemConverter,
  X509Certificate,
  X509Crl,
  X509CrlGenerator,
  X509CrlReason,
} from "@peculiar/x509";
import type { Authority } from "./authority.ts";

/** A certificate that is no longer to be believed. */
export interface Revoked {
  /** Hexadecimal. */
  readonly serialNumber: string;
  readonly revocationDate: Date;
}

const ALGORITHM = { name: "ECDSA", hash: "SHA-256" };

/** The authority's list in PEM form; it stands until the authority itself expires. */
export async function revocationList(
  authority: Authority,
  revoked: readonly Revoked[],
  now: number,
): Promise<string> {
  const { certificate, privateKey } = authority;
  const list = await X509CrlGenerator.create({
    issuer: certificate.subjectName,
    thisUpdate: new Date(now),
    nextUpdate: certificate.notAfter,
    // Without a reason the library writes an empty list of extensions, which the standard forbids.
    entries: revoked.map((entry) => ({ ...entry, reason: X509CrlReason.superseded })),
    signingAlgorithm: ALGORITHM,
    signingKey: privateKey,
    extensions: [await AuthorityKeyIdentifierExtension.create(certificate.publicKey)],
  });
  // The library's own label is CRL, which OpenSSL does not know (RFC 7468 section 6).
  return `${PemConverter.encode(list.rawData, "X509 CRL")}\n`;
}

export function readRevocationList(pem: string): readonly Revoked[] {
  return new X509Crl(pem).entries.map(({ serialNumber, revocationDate }) => ({
    serialNumber,
    revocationDate,
  }));
}

/** Undefined when the authority did not sign that certificate. */
export async function serialNumberOf(authority: Authority, pem: string): Promise<string | undefined> {
  const certificate = new X509Certificate(pem);
  const isOwn = await certificate.verify({ publicKey: authority.certificate, signatureOnly: true });
  return isOwn ? positive(certificate.serialNumber) : undefined;
}

/** An integer whose first bit is set would be negative in DER, and be no certificate's. */
function positive(hex: string): string {
  return /^[89a-f]/i.test(hex) ? `00${hex}` : hex;
}
