import { withDueEntries } from "../../domain/order/due-entries.ts";
import type { RecordedOperation } from "../../domain/request/operation.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Answer } from "../answers/answer.ts";
import { renderOrder } from "../answers/order.ts";
import { renderTransaction } from "../answers/transaction.ts";
import type { RetrieveCall, TransactionCall } from "../call.ts";
import { momentOf } from "../column/run-record.ts";
import type { GatewayParts } from "../parts.ts";
import { checkId, readVersion } from "../paths.ts";

export async function retrieveOrder(parts: GatewayParts, call: RetrieveCall): Promise<Answer> {
  const { version, order } = await load(parts, call, "RETRIEVE_ORDER");
  return { status: 200, body: renderOrder(order, { version, merchant: call.merchant }) };
}

export async function retrieveTransaction(parts: GatewayParts, call: TransactionCall): Promise<Answer> {
  checkId("transaction.id", call.transactionId, call.merchant);
  const { version, order } = await load(parts, call, "RETRIEVE_TRANSACTION");
  const index = order.transactions.findLastIndex((it) => it.id === call.transactionId);
  if (index < 0) {
    const fault = { field: "transaction.id", validationType: "INVALID" } as const;
    throw new Refusal("rule", "A transaction with this ID does not exist on the order", fault);
  }
  const options = { correlationId: undefined, merchant: call.merchant, orderAsOf: "now", version } as const;
  return { status: 200, body: renderTransaction(order, index, options) };
}

interface Loaded {
  readonly version: number;
  readonly order: Order;
}

async function load(
  { clocks, store }: GatewayParts,
  call: RetrieveCall,
  operation: RecordedOperation,
): Promise<Loaded> {
  const { draft, merchant, orderId } = call;
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  checkId("order.id", orderId, merchant);
  const order = await store.find({ merchantId: merchant.id, orderId });
  const now = await clocks.now(merchant.id);
  draft.moment = momentOf(now, order);
  if (order) return { version, order: withDueEntries(order, now) };
  const fault = { field: "order.id", validationType: "INVALID" } as const;
  // Other operations say it in other words (assumption A463).
  throw new Refusal("rule", "Unable to find order", fault);
}
