import { webcrypto } from "node:crypto";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { Extension } from "@peculiar/x509";

/** Who signs: a certificate with its private key. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly privateKey: webcrypto.CryptoKey;
}

/** A certificate and its key as they stand in files. */
export interface PemPair {
  readonly certificate: string;
  readonly key: string;
}

/** What a certificate is to say. */
export interface CertificateRequest {
  readonly subject: Readonly<Record<string, readonly string[]>>;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Extension[];
}

/** Every TLS client of the last ten years knows it. */
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** An authority of its own, which signs certificates but no further authorities. */
export async function createAuthority(request: Omit<CertificateRequest, "extensions">): Promise<PemPair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: nameOf(request),
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return pairOf(certificate, keys);
}

export async function readAuthority({ certificate, key }: PemPair): Promise<Authority> {
  const pkcs8 = PemConverter.decodeFirst(key);
  return {
    certificate: new X509Certificate(certificate),
    privateKey: await webcrypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, true, ["sign"]),
  };
}

/** A certificate that the authority signs, with a new key of its own. */
export async function issueCertificate(authority: Authority, request: CertificateRequest): Promise<PemPair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: nameOf(request),
    issuer: authority.certificate.subjectName,
    notBefore: request.notBefore,
    notAfter: request.notAfter,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
      ...request.extensions,
    ],
  });
  return pairOf(certificate, keys);
}

function nameOf({ subject }: Pick<CertificateRequest, "subject">): Record<string, string[]>[] {
  return Object.entries(subject).map(([type, values]) => ({ [type]: [...values] }));
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

async function pairOf(certificate: X509Certificate, keys: webcrypto.CryptoKeyPair): Promise<PemPair> {
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    certificate: `${certificate.toString("pem")}\n`,
    key: `${PemConverter.encode(pkcs8, "PRIVATE KEY")}\n`,
  };
}
