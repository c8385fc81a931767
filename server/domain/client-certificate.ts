/** One attribute of a certificate's subject; types are in capitals, as CN or EMAILADDRESS. */
export type SubjectAttribute = readonly [type: string, value: string];

/** What a client certificate says of its holder. */
export interface ClientCertificate {
  /** SHA-256 of the whole certificate: capital hexadecimal digits in pairs, parted by colons. */
  readonly fingerprint: string;
  readonly subject: readonly SubjectAttribute[];
}

/** Why a client certificate is no proof. `unchecked`: the revocation list is not valid now. */
export type CertificateFault = "expired" | "not-yet-valid" | "revoked" | "unchecked" | "untrusted";

/** How a merchant names a certificate as its own. */
export type CertificateName =
  | { readonly fingerprint: string }
  | { readonly subject: readonly SubjectAttribute[] };

/** Takes the digits in capitals or not, with colons or without. */
export function parseFingerprint(text: string): string {
  return (text.toUpperCase().match(/[0-9A-F]{2}/g) ?? []).join(":");
}

/** Reads `CN=SHOP_EU,O=Example`, where a backslash takes the meaning from the character behind it. */
export function parseSubject(text: string): readonly SubjectAttribute[] {
  const attributes = text.match(/(?:[^,\\]|\\.)+/g) ?? [];
  return attributes.map((attribute) => {
    const [type = "", ...value] = attribute.split("=");
    return [type.trim().toUpperCase(), value.join("=").trim().replace(/\\(.)/g, "$1")];
  });
}

export function formatSubject(subject: readonly SubjectAttribute[]): string {
  return subject.map(([type, value]) => `${type}=${value.replace(/[,\\]/g, "\\$&")}`).join(",");
}

/**
 * Whether the certificate is the one that was named. A subject is the same when it has exactly the same
 * attributes, in whatever order: tools print them both ways (assumption A170).
 */
export function isNamed(name: CertificateName, { fingerprint, subject }: ClientCertificate): boolean {
  if ("fingerprint" in name) return name.fingerprint === fingerprint;
  return name.subject.length > 0 && orderless(name.subject) === orderless(subject);
}

function orderless(subject: readonly SubjectAttribute[]): string {
  return JSON.stringify(subject.map((attribute) => JSON.stringify(attribute)).sort());
}
