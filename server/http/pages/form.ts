import type { Request } from "express";
import { isObject } from "../../domain/json.ts";
import { maskBody } from "../../gateway/masking.ts";
import { recordingOf } from "../exchange-recorder.ts";

/** The fields of a form by their names; one that was sent twice is none. */
export type Form = Readonly<Record<string, string>>;

/** What was sent, as far as it is a form. It is from then on in the record, masked. */
export function formOf(request: Request): Form {
  const body: unknown = request.body;
  const form: Record<string, string> = {};
  for (const [name, value] of Object.entries(isObject(body) ? body : {})) {
    // People write card numbers in groups of any kind, and only digits in one run are masked for certain.
    if (typeof value === "string") form[name] = name === "number" ? value.replace(/\D/g, "") : value.trim();
  }
  const { draft } = recordingOf(request);
  draft.request = { ...draft.request, body: maskBody(form) };
  return form;
}
