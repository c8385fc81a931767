import { CARD } from "../../../domain/card/card-details.ts";
import { textAt } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import type { EntryFault } from "../../../gateway/checkout/entry-faults.ts";
import type { CheckoutEntry } from "../../../gateway/checkout/entry.ts";
import { CONSENT } from "../form.ts";
import type { Form } from "../form.ts";
import { filled } from "../words/words.ts";
import type { Words } from "../words/en.ts";

type Group = "card" | "billing" | "contact";

/** A field of the form and the member of the payment that it becomes. */
export interface Field {
  readonly group: Group;
  readonly name: string;
  readonly member: string;
  readonly label: keyof Words;
  /** What the payer is asked for when it is not in the form that it has to have. */
  readonly asks: keyof Words;
  readonly length: number;
  readonly autocomplete: string;
  readonly isNumeric?: boolean;
  readonly isNeeded?: boolean;
}

const card = (
  name: string,
  member: string,
  rest: Omit<Field, "group" | "label" | "member" | "name">,
): Field => ({
  ...{ group: "card", name, member: `${CARD}.${member}`, label: name as keyof Words },
  ...rest,
});

const CARD_FIELDS: readonly Field[] = [
  card("nameOnCard", "nameOnCard", { asks: "asksText", length: 256, autocomplete: "cc-name" }),
  {
    ...card("number", "number", { asks: "asksNumber", length: 23, autocomplete: "cc-number" }),
    ...{ isNumeric: true, isNeeded: true },
  },
  {
    ...card("expiryMonth", "expiry.month", { asks: "asksMonth", length: 2, autocomplete: "cc-exp-month" }),
    ...{ isNumeric: true, isNeeded: true },
  },
  {
    ...card("expiryYear", "expiry.year", { asks: "asksYear", length: 4, autocomplete: "cc-exp-year" }),
    ...{ isNumeric: true, isNeeded: true },
  },
  {
    ...card("securityCode", "securityCode", { asks: "asksCode", length: 4, autocomplete: "cc-csc" }),
    isNumeric: true,
  },
];

const billing = (
  name: string,
  label: keyof Words,
  rest: Pick<Field, "asks" | "autocomplete" | "length">,
): Field => ({
  ...{ group: "billing", name: `billing-${name}`, member: `billing.address.${name}`, label },
  ...rest,
});

/** Without these a mandatory address is none (assumption A286). */
const ADDRESS_NEEDED = new Set<keyof Words>(["street", "city", "postcode", "country"]);

const BILLING_FIELDS: readonly Field[] = [
  billing("street", "street", { asks: "asksText", length: 100, autocomplete: "billing address-line1" }),
  billing("street2", "street2", { asks: "asksText", length: 100, autocomplete: "billing address-line2" }),
  billing("city", "city", { asks: "asksText", length: 100, autocomplete: "billing address-level2" }),
  billing("postcodeZip", "postcode", {
    asks: "asksPostcode",
    length: 10,
    autocomplete: "billing postal-code",
  }),
  billing("stateProvince", "state", { asks: "asksText", length: 20, autocomplete: "billing address-level1" }),
  billing("country", "country", { asks: "asksCountry", length: 3, autocomplete: "off" }),
];

const EMAIL_FIELD: Field = {
  ...{ group: "contact", name: "email", member: "customer.email", label: "email", asks: "asksEmail" },
  ...{ length: 254, autocomplete: "email" },
};

/** What `interaction.displayControl` says of a part of the page; payers may fill in what nobody speaks of (A286). */
export function displayOf(
  request: JsonObject,
  part: "billingAddress" | "customerEmail" | "shipping",
): string {
  return textAt(request, `interaction.displayControl.${part}`) ?? "OPTIONAL";
}

/** The fields that the payer of this checkout is asked for. */
export function fieldsOf(request: JsonObject): readonly Field[] {
  const [address, email] = [displayOf(request, "billingAddress"), displayOf(request, "customerEmail")];
  const ofBilling = BILLING_FIELDS.map((field) => ({
    ...field,
    isNeeded: address === "MANDATORY" && ADDRESS_NEEDED.has(field.label),
  }));
  return [
    ...CARD_FIELDS,
    ...(isAsked(email) ? [{ ...EMAIL_FIELD, isNeeded: email === "MANDATORY" }] : []),
    ...(isAsked(address) ? ofBilling : []),
  ];
}

function isAsked(display: string): boolean {
  return display === "MANDATORY" || display === "OPTIONAL";
}

/** What was entered, as members of the payment; what was left empty is not there. */
export function membersOf(fields: readonly Field[], form: Form): JsonObject {
  const members: Record<string, Json> = {};
  for (const { name, member } of fields)
    if (form[name]) put(members, member.split("."), name === "expiryYear" ? yearOf(form[name]) : form[name]);
  put(members, ["sourceOfFunds", "type"], "CARD");
  return members;
}

/** Of a year with all four digits the last two are meant (assumption A480). */
function yearOf(written: string): string {
  return written.replace(/^20(?=\d\d$)/, "");
}

/** The form as it was filled for these members; a field that was left empty is not there. */
export function formFrom(fields: readonly Field[], { members, consents }: CheckoutEntry): Form {
  const texts = fields.flatMap(({ name, member }) => {
    const text = textAt(members, member);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { ...Object.fromEntries(texts), ...(consents ? { [CONSENT]: "yes" } : {}) };
}

function put(group: Record<string, Json>, [name = "", ...inner]: readonly string[], value: string): void {
  if (inner.length === 0) group[name] = value;
  else put((group[name] ??= {}) as Record<string, Json>, inner, value);
}

/** What is wrong, by the names of the fields. */
export type FieldFaults = Readonly<Record<string, string>>;

/** The faults of the fields in their order: those that were left empty, and what the payment has against the others. */
export function fieldFaults(
  fields: readonly Field[],
  form: Form,
  { faults, words }: { readonly faults: readonly EntryFault[]; readonly words: Words },
): FieldFaults {
  const entries = fields.flatMap((field) => {
    const { name, member, isNeeded = false } = field;
    const fault = faults.find((it) => it.member === member);
    const isMissing = isNeeded && (form[name] ?? "") === "";
    if (!isMissing && fault === undefined) return [];
    // Of a number a rule may say more than its form: the merchant takes no such card, or another was verified.
    const why = name === "number" && !isMissing ? fault?.why : undefined;
    return [[name, why ?? asked(field, words, isMissing)] as const];
  });
  return Object.fromEntries(entries);
}

/** What the payer is asked for; of a text that may not be missing, that there is one. */
export function asked({ asks, length }: Field, words: Words, isMissing: boolean): string {
  if (asks === "asksText" && isMissing) return words.asksValue;
  return filled(words[asks], { length: String(length) });
}

/** In one sentence, for whoever does not see the fields. */
export function sayFaults(fields: readonly Field[], faults: FieldFaults, words: Words): string {
  const labels = fields.filter(({ name }) => faults[name] !== undefined).map(({ label }) => words[label]);
  return filled(words.lookAgain, { fields: labels.join(", ") });
}
