import type { ErrorReason, PaymentType } from "../../server/domain/card/form-fields.ts";

/**
 * What a merchant's page and the frames in the place of its fields tell each other, over a channel that only the two
 * have. What the payer writes is no part of it: the frames of a form look at each other, as they are of one origin.
 */

/** Style properties by their JavaScript names, as `borderColor`. */
export type Styles = Readonly<Record<string, string>>;

export interface Look {
  /** Of the page's own field, as the browser has computed it. */
  readonly styles: Styles;
  /** What the page's own rules say of it in these states. */
  readonly states: Partial<Record<StyleOf, Styles>>;
  readonly colorScheme: string;
}

/** What a field is: the first message to its frame, which brings the channel. */
export interface FieldSetup {
  /** Tells it from all other fields of the page. */
  readonly id: string;
  readonly type: PaymentType;
  /** Without the payment type: `number`. */
  readonly role: string;
  /** Choices of a list; undefined: the payer writes into it. */
  readonly options: readonly { readonly value: string; readonly text: string }[] | undefined;
  readonly look: Look;
  /** Undefined: the page gives it no name. */
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly placeholder: string | undefined;
  readonly title: string | undefined;
  readonly isRequired: boolean;
  readonly locale: string;
  /** Whether card numbers are written in groups, as on the card. */
  readonly isEmbossed: boolean;
  /** Whether a key that does not belong does nothing. */
  readonly rejectsCharacters: boolean;
  /** The fields of its payment type, by role: what it is judged beside. */
  readonly form: FormIds;
}

/** Ids of fields by role. */
export type FormIds = Readonly<Record<string, string>>;

export type StyleOf = "focus" | "hover" | "placeholder" | "placeholderShown";

/** What the gateway says of cards. */
export interface Cards {
  /** Schemes that the merchant takes; undefined: all. */
  readonly schemes: readonly string[] | undefined;
  /** Names of issuers, of which the first digits of a number choose one. */
  readonly issuers: readonly string[];
}

/** What the page tells a field. */
export type ToField =
  | { readonly do: "focus" }
  | { readonly do: "look"; readonly look: Look }
  | { readonly do: "style"; readonly of: StyleOf; readonly styles: Styles }
  | { readonly do: "message"; readonly text: string }
  | { readonly do: "locale"; readonly locale: string }
  | ({ readonly do: "cards" } & Cards)
  /** The answer goes to the port that comes with it. */
  | { readonly do: "configure"; readonly sessionId: string | undefined }
  | { readonly do: "validate" }
  | { readonly do: "update"; readonly sessionId: string };

export interface Validity {
  readonly isValid: boolean;
  readonly isIncomplete?: boolean;
  readonly hasError?: boolean;
  readonly errorReason?: ErrorReason;
}

export interface CardType {
  readonly status: "SUPPORTED" | "NOT_SUPPORTED" | "INSUFFICIENT_LENGTH";
  readonly brand?: string;
  readonly fundingMethod?: string;
  readonly issuer?: string | undefined;
  readonly scheme?: string;
}

export const PLAIN_EVENTS = ["blur", "change", "focus", "mouseOut", "mouseOver"] as const;
export type PlainEvent = (typeof PLAIN_EVENTS)[number];

/** What a field tells the page. */
export type FromField =
  | { readonly is: "shown" }
  /** What it is called where the page gives it no name. */
  | { readonly is: "named"; readonly name: string }
  | { readonly is: PlainEvent }
  | { readonly is: "validity"; readonly result: Validity }
  | { readonly is: "emptiness"; readonly result: { readonly isEmpty: boolean } }
  | { readonly is: "cardType"; readonly result: CardType }
  | { readonly is: "cardBIN"; readonly result: { readonly BIN: string } };

/** What became of a call: an answer of the gateway, or why there is none. */
export type Outcome =
  | { readonly status: "answered"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: "request_timeout" | "system_error"; readonly message: string };

/** By role, and of the whole. */
export type Validation = Readonly<Record<string, Validity | boolean>> & { readonly isValid: boolean };
