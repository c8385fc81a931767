import { schemeOfBeginning } from "../../server/domain/card/card-scheme.ts";
import { FORM_FIELDS } from "../../server/domain/card/form-fields.ts";
import type { FormField } from "../../server/domain/card/form-fields.ts";
import { regroup } from "../card-number.ts";
import type { FieldSetup } from "./protocol.ts";

export type Input = HTMLInputElement | HTMLSelectElement;

/** Room for the spaces between groups. */
const GROUPS_MAX = 4;

/** What browsers may fill in. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  "card.number": "cc-number",
  "card.securityCode": "cc-csc",
  "card.expiryMonth": "cc-exp-month",
  "card.expiryYear": "cc-exp-year",
  "card.nameOnCard": "cc-name",
};

export function fieldOf({ type, role }: FieldSetup): FormField {
  const field = FORM_FIELDS[type].find((it) => it.role === role);
  if (field === undefined) throw new Error(`there is no field ${role} of ${type}`);
  return field;
}

/** The field that the payer writes into, or chooses from, with its words for people who do not see the page. */
export function makeInput(setup: FieldSetup): Input {
  const { type, role, options, placeholder, title, isRequired } = setup;
  const input: Input = options === undefined ? document.createElement("input") : listOf(options);
  input.className = "field";
  input.setAttribute("autocomplete", AUTOCOMPLETE[`${type}.${role}`] ?? "off");
  input.setAttribute("aria-describedby", "description message");
  if (title !== undefined) input.title = title;
  if (isRequired) input.setAttribute("aria-required", "true");
  if (input instanceof HTMLInputElement) {
    const field = fieldOf(setup);
    const isNumber = field.characters.source === /^\d*$/.source;
    input.type = role === "pin" ? "password" : "text";
    input.inputMode = isNumber ? "numeric" : "text";
    input.spellcheck = false;
    if (placeholder !== undefined) input.placeholder = placeholder;
    input.maxLength = field.lengthMax + (field.isGrouped === true ? GROUPS_MAX : 0);
  }
  return input;
}

function listOf(options: readonly { readonly value: string; readonly text: string }[]): HTMLSelectElement {
  const list = document.createElement("select");
  for (const { value, text } of options) list.append(new Option(text, value));
  return list;
}

/** What only people hear who have the page read to them. */
export function makeSpoken(id: "description" | "message", text: string): HTMLElement {
  const spoken = document.createElement("span");
  spoken.id = id;
  spoken.className = "spoken";
  spoken.textContent = text;
  if (id === "message") spoken.setAttribute("aria-live", "polite");
  return spoken;
}

/** Puts what was typed into its form: without what does not belong, and a card number in groups. */
export function tidy(input: Input, setup: FieldSetup): void {
  if (!(input instanceof HTMLInputElement)) return;
  const field = fieldOf(setup);
  if (setup.rejectsCharacters) reject(input, field);
  if (setup.isEmbossed && field.isGrouped === true && /^[\d\s-]*$/.test(input.value)) {
    const digits = input.value.replace(/\D/g, "");
    regroup(input, digits, schemeOfBeginning(digits));
  }
}

function reject(input: HTMLInputElement, { characters, isGrouped }: FormField): void {
  const belongs = (character: string): boolean =>
    characters.test(character) || (isGrouped === true && /[\s-]/.test(character));
  const kept = Array.from(input.value).filter(belongs).join("");
  if (kept === input.value) return;
  const at = Math.max(0, (input.selectionStart ?? 0) - (input.value.length - kept.length));
  input.value = kept;
  input.setSelectionRange(at, at);
}
