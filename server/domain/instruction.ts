import { readCard } from "./card-details.ts";
import type { CardDetails } from "./card-details.ts";
import { chargedAmount } from "./charge.ts";
import type { ChargedAmount } from "./charge.ts";
import { textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { Merchant } from "./merchant.ts";
import { parseAmount } from "./money.ts";
import type { Amount } from "./money.ts";
import type { TransactionOperation } from "./operation.ts";
import type { TerminalData } from "./terminal-data.ts";
import { topicsOf } from "./topics.ts";
import type { Topics } from "./topics.ts";

/** A request that its contract has taken, as the rules of meaning read it. */
export interface Instruction {
  readonly operation: TransactionOperation;
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
  /** Keyed fingerprint of the card number, to compare with stored ones. */
  readonly fingerprint: string | undefined;
  /** What the body raises, so that rules of anything else need not be asked. */
  readonly topics: Topics;
}

export interface InstructionParts extends Pick<
  Instruction,
  "operation" | "version" | "orderId" | "transactionId" | "body"
> {
  readonly fingerprintOf: (cardNumber: string) => string;
  readonly terminal?: TerminalData | undefined;
  readonly merchant: Pick<Merchant, "surchargePercent">;
  /** For a charge on an update that names no currency; undefined: the order is new. */
  readonly orderCurrency?: string | undefined;
}

/** Operations whose amount is the transaction's; the others speak of the order's (interface section 2.6). */
const BY_TRANSACTION: readonly TransactionOperation[] = ["CAPTURE", "REFUND", "UPDATE_AUTHORIZATION"];

/** Operations that move a part of what an order is worth, so that the net amount of the order is not theirs. */
const OF_PART: readonly TransactionOperation[] = ["CAPTURE", "REFUND", "VOID"];

export function readInstruction(parts: InstructionParts): Instruction {
  const { operation, body, terminal } = parts;
  const { amountField, currencyField } = BY_TRANSACTION.includes(operation) ? OF_TRANSACTION : OF_ORDER;
  const currency = textAt(body, currencyField);
  const charged = chargedIn(parts, currency);
  const card = readCard(body, terminal);
  return {
    operation,
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
    fingerprint: card?.number === undefined ? undefined : parts.fingerprintOf(card.number),
    topics: topicsOf(body),
  };
}

function chargedIn(
  { operation, body, merchant, orderCurrency }: InstructionParts,
  currency: string | undefined,
): ChargedAmount | undefined {
  const net = OF_PART.includes(operation) ? undefined : amountAt(body, "order.netAmount");
  return net === undefined ? undefined : chargedAmount(net, currency ?? orderCurrency, merchant);
}

const OF_TRANSACTION = { amountField: "transaction.amount", currencyField: "transaction.currency" } as const;
const OF_ORDER = { amountField: "order.amount", currencyField: "order.currency" } as const;

/** The amount at a dotted path; undefined when there is none or it has more decimals than any currency. */
export function amountAt(body: JsonObject, path: string): Amount | undefined {
  const text = textAt(body, path);
  return text === undefined ? undefined : parseAmount(text);
}
