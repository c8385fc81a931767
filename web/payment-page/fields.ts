import { passesLuhn } from "../../server/domain/card/card-scheme.ts";

/** What the form of a value is, by the name of its field; the sandbox judges anew what is sent. */
const FORMS: Readonly<Record<string, (value: string) => boolean>> = {
  number: (value) => /^\d{9,19}$/.test(digitsOf(value)),
  expiryMonth: (value) => /^(0[1-9]|1[0-2])$/.test(value),
  expiryYear: (value) => /^\d\d$/.test(value),
  securityCode: (value) => new RegExp(isAmex() ? "^\\d{4}$" : "^\\d{3}$").test(value),
  email: (value) => /^\S+@\S+\.\S+$/.test(value),
  "billing-country": (value) => /^[A-Z]{3}$/.test(value),
  "billing-postcodeZip": (value) => /^[0-9A-Za-z -]{1,10}$/.test(value),
};

/** Says what is wrong with a field when it is left, and sends nothing that is surely wrong. */
export function watchFields(): void {
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    // Words that come or go while a button is pressed would move the button away from the pointer.
    if (isField(target) && !(relatedTarget instanceof HTMLButtonElement)) leave(target);
  });
  document.addEventListener("input", ({ target }) => {
    if (isField(target) && target.getAttribute("aria-invalid") === "true" && isRight(target)) say(target);
  });
  document.addEventListener("submit", (event) => {
    const isCancel = (event.submitter as HTMLButtonElement | null)?.formNoValidate === true;
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>("input[data-asks]"));
    fields.forEach(tidy);
    const wrong = isCancel ? [] : fields.filter((field) => !isRight(field));
    if (wrong.length === 0) return;
    event.preventDefault();
    fields.forEach(say);
    const [first] = wrong;
    const fold = first?.closest("details");
    if (fold) fold.open = true;
    first?.focus();
  });
}

function isField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset["asks"] !== undefined;
}

/** Puts what is meant into its form. */
function tidy(field: HTMLInputElement): void {
  if (field.name === "expiryMonth" && /^[1-9]$/.test(field.value)) field.value = `0${field.value}`;
  if (field.name === "expiryYear") field.value = field.value.replace(/^20(?=\d\d$)/, "");
  if (field.name === "billing-country") field.value = field.value.toUpperCase();
}

/** A payer who only passes through an empty field has done nothing wrong yet. */
function leave(field: HTMLInputElement): void {
  tidy(field);
  const isMarked = field.getAttribute("aria-invalid") === "true" || faultOf(field)?.textContent !== "";
  if (field.value !== "" || isMarked) say(field);
  const year = document.querySelector<HTMLInputElement>("input[name=expiryYear]");
  if (field.name === "expiryMonth" && year !== null && year.value !== "") say(year);
}

function isRight(field: HTMLInputElement): boolean {
  const value = field.value.trim();
  if (value === "") return field.getAttribute("aria-required") !== "true";
  return FORMS[field.name]?.(value) ?? true;
}

function say(field: HTMLInputElement): void {
  const isWrong = !isRight(field);
  if (isWrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  const fault = faultOf(field);
  if (fault === null) return;
  const why = isWrong ? field.dataset["asks"] : warningOf(field);
  fault.textContent = why === undefined ? "" : `${why}.`;
}

/** Where the page says what is wrong with a field. */
function faultOf({ name }: HTMLInputElement): HTMLElement | null {
  return document.getElementById(`${name}-fault`);
}

/** What the sandbox takes all the same, as plans play it: the payer learns it, and may go on (assumption A512). */
function warningOf({ name, value, form }: HTMLInputElement): string | undefined {
  if (value === "") return undefined;
  if (name === "number" && !passesLuhn(digitsOf(value))) return form?.dataset["checkDigit"];
  return name === "expiryYear" && hasPassed(value, form?.dataset["expiredBefore"])
    ? form?.dataset["monthAhead"]
    : undefined;
}

function hasPassed(year: string, expiredBefore = ""): boolean {
  const month = document.querySelector<HTMLInputElement>("input[name=expiryMonth]");
  return month !== null && month.value !== "" && isRight(month) && `20${year}-${month.value}` < expiredBefore;
}

function isAmex(): boolean {
  const number = document.querySelector<HTMLInputElement>("input[name=number]");
  return /^3[47]/.test(digitsOf(number?.value ?? ""));
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, "");
}
