import { CURRENCIES } from "../currency.ts";
import { schemeOf, SCHEMES } from "../card/card-scheme.ts";
import type { Scheme } from "../card/card-scheme.ts";
import type { Merchant, TransactionMode } from "../merchant.ts";
import type { Amount } from "../money.ts";
import type { Deliberation } from "../record/deliberation.ts";
import type { TransactionOperation } from "./operation.ts";

/** What the acquirer would convert an amount to, so that the payer can pay in the card's own currency. */
export interface Conversion {
  readonly currency: string;
  /** Units of that currency for one of the order's, as a decimal text. */
  readonly rate: string;
  /** Of the provider, in percent as a decimal text; undefined: it is not told. */
  readonly margin: string | undefined;
}

/** Whether the provider of currency conversion makes an offer for the card, the currency and the amount. */
export interface ConversionDecision extends Deliberation {
  readonly gatewayCode: "QUOTE_PROVIDED" | "NOT_ELIGIBLE";
  readonly conversion: Conversion | undefined;
}

type Settings = Pick<Merchant, "cardTypes" | "currencies" | "operations" | "transactionMode">;

/** How the merchant charges cards; one that may not PAY reserves funds and captures them later (assumption A247). */
export function transactionModeOf({ transactionMode, operations }: Settings): TransactionMode {
  if (transactionMode !== undefined) return transactionMode;
  return operations === undefined || operations.includes("PAY") ? "PURCHASE" : "AUTHORIZE_CAPTURE";
}

/** By the words of a checkout's `interaction.operation`. */
const PAYMENT_OPERATIONS: readonly (readonly [string, TransactionOperation])[] = [
  ["AUTHORIZE", "AUTHORIZE"],
  ["PURCHASE", "PAY"],
  ["VERIFY", "VERIFY"],
];

export function paymentOperationsOf({ operations }: Settings): readonly string[] {
  return PAYMENT_OPERATIONS.flatMap(([word, operation]) =>
    operations === undefined || operations.includes(operation) ? [word] : [],
  );
}

/** The card types that the merchant takes, of one card alone if there is one. */
export function cardTypesOf(
  { cardTypes = SCHEMES }: Settings,
  scheme: Scheme | undefined,
): readonly Scheme[] {
  return scheme === undefined ? cardTypes : cardTypes.filter((it) => it === scheme);
}

/** The currencies that the merchant takes, of which one alone counts if it is asked for. */
export function currenciesOf({ currencies }: Settings, asked: string | undefined): readonly string[] {
  const all = currencies ?? CURRENCIES;
  return asked === undefined ? all : all.filter((it) => it === asked);
}

/** Cards of the airlines' scheme have no security code (assumption A246). */
export function needsSecurityCode(scheme: Scheme): boolean {
  return scheme !== "UATP";
}

const LENGTHS = [16, 15, 14, 19];

/** The scheme of the cards that begin so, as far as the digits tell. */
export function schemeOfPrefix(prefix: string): Scheme {
  const schemes = LENGTHS.map((length) => schemeOf(prefix.padEnd(length, "0")));
  return schemes.find((scheme) => scheme !== "OTHER") ?? "OTHER";
}

const RATE_DIGITS = 6;

/** Not rounded to the currency, as the published answer is not: 20.00 at 3.29999 is 65.9998 (assumption A248). */
export function converted(amount: Amount, rate: string): number {
  const [whole = "", fraction = ""] = rate.split(".");
  const millionths = BigInt(whole + fraction.padEnd(RATE_DIGITS, "0"));
  const digits = (BigInt(amount) * millionths).toString().padStart(RATE_DIGITS + 4, "0");
  return Number(`${digits.slice(0, -(RATE_DIGITS + 3))}.${digits.slice(-(RATE_DIGITS + 3))}`);
}
