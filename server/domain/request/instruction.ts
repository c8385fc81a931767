import { readCard } from "../card/card-details.ts";
import type { CardDetails } from "../card/card-details.ts";
import type { TerminalData } from "../card/terminal-data.ts";
import { currencyDecimals } from "../currency.ts";
import { textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { EnrollmentCheck } from "../order/enrollment.ts";
import type { Merchant } from "../merchant.ts";
import { add, parseAmount, roundedPercentOf } from "../money.ts";
import type { Amount } from "../money.ts";
import type { TransactionOperation } from "./operation.ts";
import { topicsOf } from "./topics.ts";
import type { Topics } from "./topics.ts";

/** What rules ask of an operation beside its name. */
export interface OperationTraits {
  readonly name: TransactionOperation;
  /** In sentences: `Update authorization`. */
  readonly spoken: string;
  /** Whose amount and currency it is about (interface section 2.6). */
  readonly moneyOf: "order" | "transaction";
  /** Whether it moves a part of what an order is worth, so that the net amount of the order is not its own. */
  readonly isOfPart: boolean;
  /**
   * Whether it moves money on an order where nothing has moved any; standalone: only with a source of funds of its
   * own.
   */
  readonly opensOrder: "always" | "standalone" | "never";
}

/** A request that its contract has taken, as the rules of meaning read it. */
export interface Instruction {
  readonly operation: TransactionOperation;
  readonly traits: OperationTraits;
  readonly version: number;
  readonly orderId: string;
  readonly transactionId: string;
  /** The whole body, for the rules that look at a member of their own. */
  readonly body: JsonObject;
  /** Path of the amount that this operation is about, and that amount; undefined when there is none. */
  readonly amountField: string;
  readonly amount: Amount | undefined;
  /** The net amount with the charge on it; undefined when no net amount is given. */
  readonly charged: ChargedAmount | undefined;
  readonly currencyField: string;
  readonly currency: string | undefined;
  /** The card, combined from request, session and token; undefined when none of them has one. */
  readonly card: CardDetails | undefined;
  /** Of the terminal that read the card; undefined when there is none. */
  readonly terminal: TerminalData | undefined;
  /** The check of enrollment that 3DSecureId names; undefined: none is named, or there is none of the id. */
  readonly enrollment: EnrollmentCheck | undefined;
  /** The session of the request holds a source of funds, and the request has none itself. */
  readonly sessionFunds: boolean;
  /** Keyed fingerprint of the card number, to compare with stored ones. */
  readonly fingerprint: string | undefined;
  /** Whether the contract of the request's version has a place for the member at a dotted path. */
  readonly carries: (path: string) => boolean;
  /** What the body raises, so that rules of anything else need not be asked. */
  readonly topics: Topics;
}

export interface InstructionParts extends Pick<
  Instruction,
  "traits" | "version" | "orderId" | "transactionId" | "body" | "carries"
> {
  readonly fingerprintOf: (cardNumber: string) => string;
  readonly terminal?: TerminalData | undefined;
  readonly enrollment?: EnrollmentCheck | undefined;
  readonly sessionFunds?: boolean;
  readonly merchant: Pick<Merchant, "surchargePercent">;
  /** For a charge on an update that names no currency; undefined: the order is new. */
  readonly orderCurrency?: string | undefined;
}

export function readInstruction(parts: InstructionParts): Instruction {
  const { traits, body, terminal } = parts;
  const { amountField, currencyField } = traits.moneyOf === "transaction" ? OF_TRANSACTION : OF_ORDER;
  const currency = textAt(body, currencyField);
  const charged = chargedIn(parts, currency);
  const card = readCard(body, terminal);
  return {
    operation: traits.name,
    traits,
    version: parts.version,
    orderId: parts.orderId,
    transactionId: parts.transactionId,
    body,
    amountField,
    amount: amountAt(body, amountField) ?? charged?.total,
    charged,
    currencyField,
    currency,
    card,
    terminal,
    enrollment: parts.enrollment,
    sessionFunds: parts.sessionFunds ?? false,
    fingerprint: card?.number === undefined ? undefined : parts.fingerprintOf(card.number),
    carries: parts.carries,
    topics: topicsOf(body),
  };
}

function chargedIn(
  { traits, body, merchant, orderCurrency }: InstructionParts,
  currency: string | undefined,
): ChargedAmount | undefined {
  const net = traits.isOfPart ? undefined : amountAt(body, "order.netAmount");
  return net === undefined ? undefined : chargedAmount(net, currency ?? orderCurrency, merchant);
}

const OF_TRANSACTION = { amountField: "transaction.amount", currencyField: "transaction.currency" } as const;
const OF_ORDER = { amountField: "order.amount", currencyField: "order.currency" } as const;

/** The amount at a dotted path; undefined when there is none or it has more decimals than any currency. */
export function amountAt(body: JsonObject, path: string): Amount | undefined {
  const text = textAt(body, path);
  return text === undefined ? undefined : parseAmount(text);
}

/** A net amount with the charge that the merchant adds to it. */
interface ChargedAmount {
  readonly net: Amount;
  readonly charge: Amount;
  readonly total: Amount;
}

/** SURCHARGE is the only type of charge, so that it is meant also where none is named (assumption A69). */
export const CHARGE_TYPE = "SURCHARGE";

/** The charge is rounded to the currency's decimals, halves up (interface section 2.6). */
function chargedAmount(
  net: Amount,
  currency: string | undefined,
  { surchargePercent }: Pick<Merchant, "surchargePercent">,
): ChargedAmount {
  const charge = roundedPercentOf(net, surchargePercent, currencyDecimals(currency ?? ""));
  return { net, charge, total: add(net, charge) };
}
