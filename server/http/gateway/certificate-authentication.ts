import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { RequestHandler } from "express";
import { holdsCardNumber, maskStart } from "../../domain/card/card.ts";
import { formatSubject } from "../../domain/client-certificate.ts";
import type {
  CertificateFault,
  ClientCertificate,
  SubjectAttribute,
} from "../../domain/client-certificate.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Merchants } from "../../gateway/merchants/merchants.ts";
import { headerOf } from "../headers.ts";
import { recordingOf } from "./exchange-recorder.ts";

/**
 * Takes a client certificate for the credentials (interface section 5). One that is shown is always judged: a
 * bad one is refused whatever else the request has, a good one decides (assumption A169).
 */
export function byCertificate(merchants: Merchants): RequestHandler {
  return (request, _response, next) => {
    const shown = shownCertificate(request.socket);
    if (shown !== undefined) request.merchant = holderOf(merchants, shown, recordingOf(request).draft);
    if (shown !== undefined && headerOf(request, "authorization") !== undefined) {
      note(
        recordingOf(request).draft,
        "The client certificate was used; the Authorization header was ignored.",
      );
    }
    next();
  };
}

/** A stranger's certificate may name anything. */
const SUBJECT_LENGTH_MAX = 300;

function holderOf(merchants: Merchants, shown: ShownCertificate, draft: ExchangeDraft): Merchant {
  const subject = maskStart(formatSubject(shown.subject), SUBJECT_LENGTH_MAX);
  note(draft, `The client certificate is ${subject}, SHA-256 fingerprint ${shown.fingerprint}.`);
  if (shown.fault !== undefined) {
    draft.authentication = `certificate-${shown.fault}`;
    throw new Refusal("bad-certificate", REASONS[shown.fault]);
  }
  const holder = merchants.findByCertificate(shown);
  // A merchant id is stored and shown everywhere, so that one which holds a card number is nobody's.
  if (holder === undefined || holdsCardNumber(holder.id)) {
    draft.authentication = "certificate-unmapped";
    throw new Refusal("bad-certificate", "The client certificate is not assigned to a merchant");
  }
  return holder;
}

function note(draft: ExchangeDraft, text: string): void {
  draft.notes = [...draft.notes, text];
}

const REASONS: Readonly<Record<CertificateFault, string>> = {
  expired: "The client certificate, or one above it, has expired",
  "not-yet-valid": "The client certificate, or one above it, is not valid yet",
  revoked: "The client certificate, or one above it, has been revoked",
  unchecked: "The revocation list is not currently valid, so client certificates cannot be checked",
  untrusted: "The client certificate was not signed, for clients, by one of the configured authorities",
};

/** The certificate that a client showed, and why it is no proof; undefined: it is one. */
interface ShownCertificate extends ClientCertificate {
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
