import { parseAmount, ZERO } from "../../server/domain/money.ts";
import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import type { GatewayCode } from "../../server/domain/order/outcome.ts";
import type { Order, Transaction } from "../../server/domain/order/order.ts";

/** A stored transaction that was approved, to be changed in what a test is about. */
export function transactionOf(
  changes: Partial<Transaction> & Pick<Transaction, "id" | "operation" | "type">,
): Transaction {
  return {
    version: 100,
    standalone: false,
    amount: ZERO,
    currency: "USD",
    targetTransactionId: undefined,
    outcome: outcomeOf("APPROVED"),
    ruleKey: undefined,
    at: Date.parse("2030-01-15T10:20:30.400Z"),
    seed: 1,
    digest: "digest",
    card: undefined,
    request: {},
    ...changes,
  };
}

/** An authentication of a card that its issuer can challenge. */
export function initiatedAuthentication(id: string): Transaction {
  return transactionOf({
    ...{ id, operation: "INITIATE_AUTHENTICATION", type: "AUTHENTICATION" },
    outcome: outcomeOf("AUTHENTICATION_IN_PROGRESS"),
    authentication: {
      ...{ stage: "AVAILABLE", scheme: "MASTERCARD", method: "SUPPORTED", protocolVersion: "2.1.0" },
      ...{ planned: undefined, reasonCode: undefined, eci: undefined, token: undefined },
      serverTransactionId: "a0000000-0000-8000-a000-00000000000a",
      acsTransactionId: "a0000000-0000-8000-a000-00000000000b",
      dsTransactionId: "a0000000-0000-8000-a000-00000000000c",
      ...{ callbackId: "ab".repeat(32), origin: "http://127.0.0.1:8620", methodCompleted: false },
      ...{ payerInteraction: undefined, sessionId: undefined, returned: undefined, endsAt: undefined },
      isCancelled: false,
    },
  });
}

export function outcomeOf(gatewayCode: GatewayCode): Transaction["outcome"] {
  return { gatewayCode, ...GATEWAY_CODES[gatewayCode], securityCode: undefined, address: undefined };
}

export function amountOf(text: string): Transaction["amount"] {
  const amount = parseAmount(text);
  if (amount === undefined) throw new Error(`'${text}' is no amount`);
  return amount;
}

export function orderOf(...transactions: readonly Transaction[]): Order {
  return { merchantId: "TESTORDERS", id: "order-1", transactions };
}
