import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Answer } from "./answer.ts";
import { renderTransaction } from "./transaction.ts";
import type { Call } from "../call.ts";
import { withChaos } from "./made-up/late-chaos.ts";

export interface TransactionToAnswer {
  readonly order: Order;
  readonly index: number;
  readonly status: number;
  readonly body: JsonObject;
}

/** The transaction as it was answered first, with the correlation id of this very request. */
export function answerTransaction(
  { merchant }: Call,
  { order, index, status, body }: TransactionToAnswer,
): Answer | Promise<Answer> {
  const correlationId = textAt(body, "correlationId");
  const answer = renderTransaction(order, index, { correlationId, merchant, orderAsOf: "then" });
  const transaction = order.transactions[index];
  if (transaction?.outcome.chaos !== true) return { status, body: answer };
  return withChaos(answer, transaction.seed).then((shuffled) => ({ status, body: shuffled }));
}
