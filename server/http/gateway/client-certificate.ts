import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type {
  CertificateFault,
  ClientCertificate,
  SubjectAttribute,
} from "../../domain/client-certificate.ts";

/** The certificate that a client showed, and why it is no proof; undefined: it is one. */
export interface ShownCertificate extends ClientCertificate {
  readonly fault: CertificateFault | undefined;
}

const shown = new WeakMap<Socket, ShownCertificate | undefined>();

/** Undefined on a plain connection, and when the client showed none. */
export function shownCertificate(socket: Socket): ShownCertificate | undefined {
  if (!shown.has(socket)) shown.set(socket, read(socket));
  return shown.get(socket);
}

/** `authorized` alone proves nothing: Node also says so of connections that have no certificate. */
function read(socket: Socket): ShownCertificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  const { authorized, authorizationError } = socket;
  return {
    fingerprint: certificate.fingerprint256,
    subject: attributesOf(certificate.toLegacyObject().subject),
    fault: authorized ? undefined : faultOf(String(authorizationError)),
  };
}

/** Attributes of one type come as a list; a subject without any comes as nothing, whatever the types say. */
function attributesOf(subject: object | undefined): readonly SubjectAttribute[] {
  return Object.entries(subject ?? {}).flatMap(([type, values]: [string, string | readonly string[]]) =>
    [values].flat().map((value) => [type.toUpperCase(), value] as const),
  );
}

const FAULTS: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not-yet-valid",
  CERT_REVOKED: "revoked",
  CRL_HAS_EXPIRED: "unchecked",
  CRL_NOT_YET_VALID: "unchecked",
};

/** By OpenSSL's own names of what it found; everything else is about who signed, or for what purpose. */
function faultOf(code: string): CertificateFault {
  return FAULTS[code] ?? "untrusted";
}
