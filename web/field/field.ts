import type { Scheme } from "../../server/domain/card/card-scheme.ts";
import type { FormAround, FormValues, PaymentType } from "../../server/domain/card/form-fields.ts";
import { makeInput, makeSpoken, tidy } from "./input.ts";
import type { Input } from "./input.ts";
import { binOf, cardTypeOf, validationOf, validityOf } from "./judgement.ts";
import { dressed } from "./look.ts";
import { nameIn } from "./names.ts";
import { PLAIN_EVENTS } from "./protocol.ts";
import type { Cards, FieldSetup, FromField, ToField, Validation } from "./protocol.ts";
import { announce, lookAgain, valuesOf } from "./siblings.ts";

/** The field that the payer sees, in the only frame of its document. */
export interface Field {
  readonly type: PaymentType;
  /** Of all fields of its form. */
  readonly values: () => FormValues;
  readonly validate: () => Validation;
  readonly obey: (order: Order) => void;
}

type Order = Exclude<ToField, { readonly do: "configure" | "update" | "validate" }>;

export function createField(setup: FieldSetup, tell: (it: FromField) => void): Field {
  const { type, role, form } = setup;
  const input = makeInput(setup);
  const message = makeSpoken("message", "");
  const dress = dressed(input);
  let cards: Cards = { schemes: undefined, issuers: [] };
  const around = (): FormAround => ({
    values: valuesOf(form),
    schemes: cards.schemes as readonly Scheme[] | undefined,
  });
  const speak = (locale: string): void => {
    document.documentElement.lang = locale.replace("_", "-");
    const name = setup.name ?? nameIn(locale, role);
    document.title = name;
    input.setAttribute("aria-label", name);
    if (setup.name === undefined) tell({ is: "named", name });
  };
  document.body.append(input, makeSpoken("description", setup.description ?? ""), message);
  announce(setup.id);
  speak(setup.locale);
  dress.wear(setup.look);
  watch(input, setup, { around, cards: () => cards, tell });
  tell({ is: "shown" });
  return {
    type,
    values: () => valuesOf(form),
    validate: () => validationOf(type, around()),
    obey: (order) => {
      if (order.do === "focus") input.focus();
      else if (order.do === "look") dress.wear(order.look);
      else if (order.do === "style") dress.want(order.of, order.styles);
      else if (order.do === "message") message.textContent = order.text;
      else if (order.do === "locale") speak(order.locale);
      else cards = order;
    },
  };
}

interface Watched {
  readonly around: () => FormAround;
  readonly cards: () => Cards;
  readonly tell: (it: FromField) => void;
}

type Result = Extract<FromField, { readonly result: object }>;

/** Tells the page what the payer does and whether it is right, but not what is written. */
function watch(input: Input, setup: FieldSetup, { around, cards, tell }: Watched): void {
  const { type, role, form } = setup;
  const last: Record<string, string | undefined> = { emptiness: JSON.stringify({ isEmpty: true }) };
  const tellChanged = (it: Result): void => {
    const text = JSON.stringify(it.result);
    if (last[it.is] !== text) tell(it);
    last[it.is] = text;
  };
  const judge = (): void => {
    const result = validityOf(type, role, around());
    input.setAttribute("aria-invalid", String(result.hasError === true && input.value !== ""));
    tellChanged({ is: "validity", result });
  };
  const lookAtNumber = (): void => {
    tellChanged({ is: "cardType", result: cardTypeOf(input.value, cards()) });
    const BIN = binOf(input.value);
    if (BIN === undefined) last["cardBIN"] = undefined;
    else tellChanged({ is: "cardBIN", result: { BIN } });
  };
  input.addEventListener("input", () => {
    tidy(input, setup);
    tellChanged({ is: "emptiness", result: { isEmpty: input.value === "" } });
    if (type === "card" && role === "number") lookAtNumber();
    judge();
    lookAgain(form);
  });
  input.addEventListener("beside", () => {
    if (last["validity"] !== undefined) judge();
  });
  for (const event of PLAIN_EVENTS) {
    input.addEventListener(event.toLowerCase(), () => {
      tell({ is: event });
    });
  }
}
