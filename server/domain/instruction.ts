import { readCard } from "./card-details.ts";
import type { CardDetails } from "./card-details.ts";
import { textAt } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { add, parseAmount, ZERO } from "./money.ts";
import type { Amount } from "./money.ts";
import type { TransactionOperation } from "./operation.ts";

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
  readonly currencyField: string;
  readonly currency: string | undefined;
  /** The card, combined from request, session and token; undefined when none of them has one. */
  readonly card: CardDetails | undefined;
  /** Keyed fingerprint of the card number, to compare with stored ones. */
  readonly fingerprint: string | undefined;
}

export interface InstructionParts extends Pick<
  Instruction,
  "operation" | "version" | "orderId" | "transactionId" | "body"
> {
  readonly fingerprintOf: (cardNumber: string) => string;
}

/** Operations whose amount is the transaction's; the others speak of the order's (interface section 2.6). */
const BY_TRANSACTION: readonly TransactionOperation[] = ["CAPTURE", "REFUND", "UPDATE_AUTHORIZATION"];

export function readInstruction({ fingerprintOf, ...parts }: InstructionParts): Instruction {
  const group = BY_TRANSACTION.includes(parts.operation) ? "transaction" : "order";
  const card = readCard(parts.body);
  return {
    ...parts,
    amountField: `${group}.amount`,
    amount: group === "order" ? orderAmount(parts.body) : amountAt(parts.body, "transaction.amount"),
    currencyField: `${group}.currency`,
    currency: textAt(parts.body, `${group}.currency`),
    card,
    fingerprint: card?.number === undefined ? undefined : fingerprintOf(card.number),
  };
}

/** The amount at a dotted path; undefined when there is none or it has more decimals than any currency. */
export function amountAt(body: JsonObject, path: string): Amount | undefined {
  const text = textAt(body, path);
  return text === undefined ? undefined : parseAmount(text);
}

/** order.amount, or the net amount with the merchant's charge when only that is given (interface section 2.6). */
function orderAmount(body: JsonObject): Amount | undefined {
  const amount = amountAt(body, "order.amount");
  const net = amountAt(body, "order.netAmount");
  if (amount !== undefined || net === undefined) return amount;
  return add(net, amountAt(body, "order.merchantCharge.amount") ?? ZERO);
}
