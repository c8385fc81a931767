import type { Request } from "express";
import { isObject } from "../../domain/json.ts";
import { maskBody } from "../../gateway/secrets/masking.ts";
import { recordingOf } from "../gateway/exchange-recorder.ts";

/** The fields of a form by their names; one that was sent twice is none. */
export type Form = Readonly<Record<string, string>>;

/** The field in which the card number of an earlier attempt comes back, as nobody can read it. It is not recorded. */
export const SEALED_NUMBER = "sealedNumber";

/** The box by which a payer lets the merchant keep the card. */
export const CONSENT = "saveCard";

/** What was sent, as far as it is a form. It is from then on in the record, masked. */
export function formOf(request: Request): Form {
  const body: unknown = request.body;
  const form: Record<string, string> = {};
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
    // People write card numbers in groups of any kind, and only digits in one run are masked for certain.
    if (typeof value === "string") form[name] = name === "number" ? value.replace(/\D/g, "") : value.trim();
  }
  const { draft } = recordingOf(request);
  const shown = Object.fromEntries(Object.entries(form).filter(([name]) => name !== SEALED_NUMBER));
  draft.request = { ...draft.request, body: maskBody(shown) };
  return form;
}
