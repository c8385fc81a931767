import {
  FUNDING_METHODS,
  isWholeNumber,
  issuerAmong,
  schemeOf,
  schemeOfBeginning,
} from "../../server/domain/card/card-scheme.ts";
import { plain, stateOf } from "../../server/domain/card/form-fields.ts";
import type { FormAround, PaymentType } from "../../server/domain/card/form-fields.ts";
import type { Cards, CardType, Validation, Validity } from "./protocol.ts";

/** Fewer digits are too few to tell the type of a card. */
const TELLING_DIGITS = 10;
const BIN_DIGITS = 6;

/** What events tell of a field (assumption A277). */
export function validityOf(type: PaymentType, role: string, around: FormAround): Validity {
  const state = stateOf(type, role, around);
  if (state === undefined) return { isValid: true };
  if (state === "INCOMPLETE") return { isValid: false, isIncomplete: true, hasError: false };
  return { isValid: false, isIncomplete: state === "EMPTY", hasError: true, errorReason: state };
}

/** Of all fields of a form, by role. */
export function validationOf(type: PaymentType, around: FormAround): Validation {
  const found: Record<string, Validity> = {};
  for (const role of Object.keys(around.values)) found[role] = validityOf(type, role, around);
  return { isValid: Object.keys(found).every((role) => found[role]?.isValid === true), ...found };
}

export function cardTypeOf(written: string, { schemes, issuers }: Cards): CardType {
  const number = plain(written);
  if (number.length < TELLING_DIGITS) return { status: "INSUFFICIENT_LENGTH" };
  const scheme = schemeOfBeginning(number);
  const isTaken = scheme !== undefined && (schemes === undefined || schemes.includes(scheme));
  if (!isTaken) return { status: "NOT_SUPPORTED" };
  const told = { brand: scheme, fundingMethod: FUNDING_METHODS[scheme], scheme };
  return { status: "SUPPORTED", ...told, issuer: issuerAmong(issuers, number) };
}

/** The digits that name the issuer; undefined while the number is not whole and right. */
export function binOf(written: string): string | undefined {
  const number = plain(written);
  const isRight = /^\d+$/.test(number) && schemeOf(number) !== "OTHER" && isWholeNumber(number);
  return isRight ? number.slice(0, BIN_DIGITS) : undefined;
}
