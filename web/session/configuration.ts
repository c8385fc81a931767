import { FORM_FIELDS, PAYMENT_TYPES } from "../../server/domain/card/form-fields.ts";
import type { PaymentType } from "../../server/domain/card/form-fields.ts";

type Group = Readonly<Record<string, unknown>>;

/** What `PaymentSession.configure` was called with, as far as it counts (assumption A275). */
export interface Configuration {
  readonly session: string | undefined;
  readonly fields: readonly ConfiguredField[];
  /** Why it cannot be taken; undefined: it can. */
  readonly fault: string | undefined;
  readonly initialized: (response: object) => void;
  readonly formSessionUpdate: (response: object) => void;
  readonly isEmbossed: boolean;
  readonly rejectsCharacters: boolean;
  readonly locale: string | undefined;
}

export interface ConfiguredField {
  readonly type: PaymentType;
  readonly role: string;
  readonly selector: string;
}

const MITIGATIONS = ["csp", "javascript", "x-frame-options"];

/** Members that it does not know are passed over, and so is null, which clients send for what they do not use. */
export function readConfiguration(given: unknown): Configuration {
  const { session, fields, frameEmbeddingMitigation, callbacks, interaction, locale } = groupOf(given);
  const display = groupOf(groupOf(interaction)["displayControl"]);
  const { initialized, formSessionUpdate } = groupOf(callbacks);
  const mitigations = Array.isArray(frameEmbeddingMitigation) ? frameEmbeddingMitigation : [];
  const configured = fieldsOf(groupOf(fields));
  return {
    session: typeof session === "string" && session !== "" ? session : undefined,
    fields: configured,
    fault: faultOf(configured, mitigations as readonly unknown[]),
    initialized: callable(initialized),
    formSessionUpdate: callable(formSessionUpdate),
    isEmbossed: display["formatCard"] === "EMBOSSED",
    rejectsCharacters: display["invalidFieldCharacters"] === "REJECT",
    locale: typeof locale === "string" ? locale : undefined,
  };
}

function faultOf(fields: readonly ConfiguredField[], mitigations: readonly unknown[]): string | undefined {
  if (fields.length === 0) return "fields names no field";
  const ofCard = fields.filter(({ type }) => type === "card").map(({ role }) => role);
  if (ofCard.includes("expiryMonth") !== ofCard.includes("expiryYear"))
    return "fields.card.expiryMonth and fields.card.expiryYear go together";
  if (!mitigations.some((it) => MITIGATIONS.includes(String(it))))
    return `frameEmbeddingMitigation needs one of ${MITIGATIONS.join(", ")}`;
  return fields.map(({ selector }) => faultOfElement(selector)).find((fault) => fault !== undefined);
}

/** All elements are looked for before the first is replaced, so that a mistake leaves the page as it was. */
function faultOfElement(selector: string): string | undefined {
  try {
    const found = document.querySelector(selector);
    if (found === null) return `There is no element ${selector}`;
    return isInput(found) ? undefined : `${selector} is neither input nor select`;
  } catch {
    return `${selector} is no selector`;
  }
}

export type PageInput = HTMLInputElement | HTMLSelectElement;

export function isInput(element: Element): element is PageInput {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/** The oldest pages have the fields of a card directly in `fields`, with another name for its number. */
function fieldsOf(fields: Group): readonly ConfiguredField[] {
  const isOldest = !PAYMENT_TYPES.some((type) => isGroup(fields[type]));
  const groups: Group = isOldest
    ? { card: { ...fields, number: fields["cardNumber"] ?? fields["number"] } }
    : fields;
  const found: ConfiguredField[] = [];
  for (const type of PAYMENT_TYPES) found.push(...fieldsIn(type, groupOf(groups[type])));
  return found;
}

function fieldsIn(type: PaymentType, selectors: Group): readonly ConfiguredField[] {
  return FORM_FIELDS[type]
    .map(({ role }) => ({ type, role, selector: selectors[role] }))
    .filter((it): it is ConfiguredField => typeof it.selector === "string" && it.selector !== "");
}

/** `card.number`; the oldest pages say `cardNumber`, and `securityCode` without its group. */
export function fullRole(role: string): string {
  if (role.includes(".")) return role;
  return role === "cardNumber" ? "card.number" : `card.${role}`;
}

function callable(given: unknown): (response: object) => void {
  return typeof given === "function"
    ? (response) => void (given as (it: object) => unknown)(response)
    : ignore;
}

function ignore(): void {
  // A page may leave a callback out.
}

function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null;
}

function groupOf(value: unknown): Group {
  return isGroup(value) ? value : {};
}
