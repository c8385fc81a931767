import { isWholeNumber, schemeOf, usualLengthOf } from "./card-scheme.ts";
import type { Scheme } from "./card-scheme.ts";

/** What a form of a hosted session collects, by the names that pages use. */
export const PAYMENT_TYPES = ["card", "giftCard", "ach", "directDebitCanada"] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** What the payer wrote, by role: `number`, `expiryMonth` … A field that the page does not have is not there. */
export type FormValues = Readonly<Record<string, string | undefined>>;

export type ErrorReason = "EMPTY" | "INVALID_CHARACTERS" | "INVALID_VALUE" | "NOT_SUPPORTED";

/** What is wrong with a field; `INCOMPLETE`: more may still be written. */
export type FieldState = ErrorReason | "INCOMPLETE" | undefined;

/** What a value is judged beside. */
export interface FormAround {
  readonly values: FormValues;
  /** The schemes that the merchant takes; undefined: all. */
  readonly schemes: readonly Scheme[] | undefined;
}

export interface FormField {
  readonly role: string;
  /** Of its group in the request, dotted; undefined: it is compared and not sent. */
  readonly member: string | undefined;
  /** What `errors` call it. */
  readonly error: string;
  /** Whether a payer may leave it empty, unless nothing else is asked for. */
  readonly isOptional?: true;
  /** Whether spaces and hyphens in it mean nothing. */
  readonly isGrouped?: true;
  readonly lengthMax: number;
  readonly characters: RegExp;
  /** Of a value that is not empty and has no other characters. */
  readonly judge: (value: string, around: FormAround) => FieldState;
}

const DIGITS = /^\d*$/;
/** Whatever can be printed. */
const ANY = /^[ -~\u00a0-\uffff]*$/;
const ACCOUNT = /^[0-9A-Za-z /-]*$/;

const CARD_DIGITS_MAX = 19;

function judgeCardNumber(number: string, { schemes }: FormAround): FieldState {
  if (number.length > CARD_DIGITS_MAX) return "INVALID_VALUE";
  if (!isWholeNumber(number)) return number.length < usualLengthOf(number) ? "INCOMPLETE" : "INVALID_VALUE";
  return schemes === undefined || schemes.includes(schemeOf(number)) ? undefined : "NOT_SUPPORTED";
}

/** American Express prints four digits, all others three; without a number it may be either. */
function judgeSecurityCode(code: string, { values: { number } }: FormAround): FieldState {
  const least = number !== undefined && schemeOf(plain(number)) === "AMEX" ? 4 : 3;
  if (code.length < least) return "INCOMPLETE";
  return number === undefined || number === "" || code.length === least ? undefined : "INVALID_VALUE";
}

function pattern(whole: RegExp, begun: RegExp): FormField["judge"] {
  return (value) => {
    if (whole.test(value)) return undefined;
    return begun.test(value) ? "INCOMPLETE" : "INVALID_VALUE";
  };
}

function digits(least: number, most: number): FormField["judge"] {
  return pattern(new RegExp(`^\\d{${least},${most}}$`), new RegExp(`^\\d{0,${least}}$`));
}

const alwaysGood = (): undefined => undefined;

function oneOf(values: readonly string[]): FormField["judge"] {
  return (value) => (values.includes(value) ? undefined : "INVALID_VALUE");
}

const plainField = (role: string, lengthMax: number, characters: RegExp): FormField => ({
  ...{ role, member: role, error: role, lengthMax, characters },
  judge: alwaysGood,
});

const ACH_ACCOUNTS = ["CONSUMER_CHECKING", "CONSUMER_SAVINGS", "CORPORATE_CHECKING"];
const CANADIAN_ACCOUNTS = ["CONSUMER_CHECKING", "CONSUMER_SAVINGS"];

/** The fields of each payment type (assumption A273). */
export const FORM_FIELDS: Readonly<Record<PaymentType, readonly FormField[]>> = {
  card: [
    {
      ...{ role: "number", member: "number", error: "cardNumber", isGrouped: true },
      ...{ lengthMax: CARD_DIGITS_MAX, characters: DIGITS, judge: judgeCardNumber },
    },
    {
      ...plainField("securityCode", 4, DIGITS),
      isOptional: true,
      judge: judgeSecurityCode,
    },
    {
      ...plainField("expiryMonth", 2, DIGITS),
      member: "expiry.month",
      judge: pattern(/^(0?[1-9]|1[0-2])$/, /^0$/),
    },
    {
      ...plainField("expiryYear", 4, DIGITS),
      member: "expiry.year",
      judge: pattern(/^(20)?\d\d$/, /^(\d|20\d)$/),
    },
    { ...plainField("nameOnCard", 256, ANY), isOptional: true },
  ],
  giftCard: [
    { ...plainField("number", 19, DIGITS), isGrouped: true, judge: digits(9, 19) },
    { ...plainField("pin", 8, DIGITS), judge: digits(4, 8) },
  ],
  ach: [
    { ...plainField("accountType", 18, /^[A-Z_]*$/), judge: oneOf(ACH_ACCOUNTS) },
    plainField("bankAccountHolder", 28, ANY),
    plainField("bankAccountNumber", 17, ACCOUNT),
    {
      ...plainField("bankAccountNumberConfirmation", 17, ACCOUNT),
      member: undefined,
      judge: (value, { values }) => (value === values["bankAccountNumber"] ? undefined : "INVALID_VALUE"),
    },
    { ...plainField("routingNumber", 9, DIGITS), judge: digits(9, 9) },
  ],
  directDebitCanada: [
    { ...plainField("accountType", 18, /^[A-Z_]*$/), judge: oneOf(CANADIAN_ACCOUNTS) },
    plainField("bankAccountHolder", 28, ANY),
    { ...plainField("bankAccountNumber", 12, ACCOUNT), judge: pattern(/^.{7,12}$/, /^.{0,6}$/) },
    { ...plainField("transitNumber", 5, DIGITS), judge: digits(5, 5) },
    { ...plainField("financialInstitutionNumber", 3, DIGITS), judge: digits(3, 3) },
  ],
};

/** sourceOfFunds.type of each. */
const SOURCES: Readonly<Record<PaymentType, string>> = {
  card: "CARD",
  giftCard: "GIFT_CARD",
  ach: "ACH",
  directDebitCanada: "DIRECT_DEBIT_CANADA",
};

/** A number as it counts, without the spaces and hyphens that people write into it. */
export function plain(value: string): string {
  return value.replace(/[\s-]/g, "");
}

/** The value of a field as it is sent; a year loses its century. */
function sent({ role, isGrouped }: FormField, value: string): string {
  if (isGrouped === true) return plain(value);
  return role === "expiryYear" ? value.trim().slice(-2) : value.trim();
}

/** What has only optional fields, such as a security code beside a saved card, needs one of them. */
function mayBeEmpty(type: PaymentType, { isOptional }: FormField, values: FormValues): boolean {
  if (isOptional !== true) return false;
  const isAsked = ({ role }: FormField): boolean => values[role] !== undefined;
  const asked = FORM_FIELDS[type].filter(isAsked);
  return asked.some((it) => it.isOptional !== true || plain(values[it.role] ?? "") !== "");
}

export function stateOf(type: PaymentType, role: string, around: FormAround): FieldState {
  const field = FORM_FIELDS[type].find((it) => it.role === role);
  const written = around.values[role];
  if (field === undefined || written === undefined) return undefined;
  const value = field.isGrouped === true ? plain(written) : written.trim();
  if (value === "") return mayBeEmpty(type, field, around.values) ? undefined : "EMPTY";
  if (!field.characters.test(value)) return "INVALID_CHARACTERS";
  return value.length > field.lengthMax ? "INVALID_VALUE" : field.judge(value, around);
}

/** What `errors` say of the values; none: they can be stored. */
export function errorsIn(
  type: PaymentType,
  around: FormAround,
): Readonly<Record<string, "invalid" | "missing">> {
  const errors: Record<string, "invalid" | "missing"> = {};
  for (const { role, error } of FORM_FIELDS[type]) {
    const state = stateOf(type, role, around);
    if (state !== undefined) errors[error] = state === "EMPTY" ? "missing" : "invalid";
  }
  return errors;
}

/** The body that puts the values into a session; what is missing is there and empty. */
export function bodyOf(type: PaymentType, values: FormValues): object {
  const group: Record<string, string | Record<string, string>> = {};
  for (const field of FORM_FIELDS[type]) {
    const value = values[field.role];
    if (value === undefined || field.member === undefined) continue;
    const text = sent(field, value);
    if (text === "" && mayBeEmpty(type, field, values)) continue;
    const [name = "", inner] = field.member.split(".");
    if (inner === undefined) group[name] = text;
    else group[name] = { ...(group[name] as Record<string, string> | undefined), [inner]: text };
  }
  return { sourceOfFunds: { type: SOURCES[type], provided: { [type]: group } } };
}
