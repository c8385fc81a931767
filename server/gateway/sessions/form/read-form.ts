import { FORM_FIELDS, PAYMENT_TYPES } from "../../../domain/card/form-fields.ts";
import type { FormField, FormValues, PaymentType } from "../../../domain/card/form-fields.ts";
import { without } from "../../../domain/request/combination.ts";
import type { Finding } from "../../../domain/record/finding.ts";
import { isObject, textAt, valueAt } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { Refusal } from "../../../domain/record/refusal.ts";

/** What fields sent: the values that a page asked its payer for. */
export interface SentForm {
  readonly type: PaymentType;
  readonly values: FormValues;
  /** The body of an update of the session: empty members are left out. */
  readonly body: JsonObject;
}

const PROVIDED = "sourceOfFunds.provided";

export function readForm(body: Json): SentForm {
  const type = PAYMENT_TYPES.find((it) => isObject(valueAt(body, `${PROVIDED}.${it}`)));
  if (!isObject(body) || type === undefined)
    throw new Refusal("contract", `A form sends one of ${PAYMENT_TYPES.join(", ")} in ${PROVIDED}`);
  const fields = FORM_FIELDS[type].flatMap((field) => {
    const path = pathOf(type, field);
    const value = path === undefined ? undefined : textAt(body, path);
    return path === undefined || value === undefined ? [] : [{ role: field.role, path, value }];
  });
  const empty = fields.filter(({ value }) => value === "");
  return {
    type,
    values: Object.fromEntries(fields.map(({ role, value }) => [role, value])),
    body: empty.reduce<JsonObject>((rest, { path }) => without(rest, path), body),
  };
}

/** What `errors` call the fields that the contract does not take; undefined: it has something against other members. */
export function errorsOfFindings(
  type: PaymentType,
  findings: readonly Finding[],
): Readonly<Record<string, "invalid">> | undefined {
  const errors: Record<string, "invalid"> = {};
  for (const { field, severity, validationType } of findings) {
    if (severity !== "violation") continue;
    const known = FORM_FIELDS[type].find((it) => pathOf(type, it) === field);
    if (known === undefined || validationType === "UNSUPPORTED") return undefined;
    errors[known.error] = "invalid";
  }
  return Object.keys(errors).length === 0 ? undefined : errors;
}

function pathOf(type: PaymentType, { member }: FormField): string | undefined {
  return member === undefined ? undefined : `${PROVIDED}.${type}.${member}`;
}
