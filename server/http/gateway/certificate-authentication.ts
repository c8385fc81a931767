import type { RequestHandler } from "express";
import { holdsCardNumber, maskStart } from "../../domain/card/card.ts";
import { formatSubject } from "../../domain/client-certificate.ts";
import type { CertificateFault } from "../../domain/client-certificate.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Merchants } from "../../gateway/merchants/merchants.ts";
import { shownCertificate } from "./client-certificate.ts";
import type { ShownCertificate } from "./client-certificate.ts";
import { recordingOf } from "./exchange-recorder.ts";

/**
 * Takes a client certificate for the credentials (interface section 5). One that is shown is always judged: a
 * bad one is refused whatever else the request has, a good one decides (assumption A169).
 */
export function byCertificate(merchants: Merchants): RequestHandler {
  return (request, _response, next) => {
    const shown = shownCertificate(request.socket);
    if (shown !== undefined) request.merchant = holderOf(merchants, shown, recordingOf(request).draft);
    if (shown !== undefined && request.get("authorization") !== undefined) {
      note(
        recordingOf(request).draft,
        "The client certificate decided; the Authorization header was not read.",
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
    throw new Refusal("bad-certificate", "The client certificate is no merchant's");
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
  unchecked: "The revocation list is not valid now, so that no client certificate can be checked",
  untrusted: "The client certificate was not signed, for clients, by one of the configured authorities",
};
