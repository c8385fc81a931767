import { readCard } from "../card/card-details.ts";
import type { CardDetails } from "../card/card-details.ts";
import { textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Merchant } from "../merchant.ts";
import type { TerminalData } from "../card/terminal-data.ts";

/** A request about a card that belongs to no order: a balance inquiry or a risk assessment. */
export interface CardRequest {
  readonly body: JsonObject;
  readonly currencyField: string;
  readonly currency: string | undefined;
  /** The card, or the gift card with nothing but its number; undefined when there is none. */
  readonly card: CardDetails | undefined;
  readonly terminal: TerminalData | undefined;
  /** Whether the contract of the request's version has a place for the member at a dotted path. */
  readonly carries: (path: string) => boolean;
}

/** What the rules of such a request look at. */
export interface CardRequestContext {
  readonly instruction: CardRequest;
  readonly merchant: Merchant;
}

export const GIFT_CARD = "sourceOfFunds.provided.giftCard";

export function readCardRequest(
  body: JsonObject,
  terminal: TerminalData | undefined,
  carries: CardRequest["carries"],
): CardRequest {
  return {
    body,
    carries,
    currencyField: "order.currency",
    currency: textAt(body, "order.currency"),
    card: readCard(body, terminal) ?? readGiftCard(body),
    terminal,
  };
}

function readGiftCard(body: JsonObject): CardDetails | undefined {
  const number = textAt(body, `${GIFT_CARD}.number`);
  return number === undefined ? undefined : readCard({ sourceOfFunds: { provided: { card: { number } } } });
}
