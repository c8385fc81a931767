import type { JsonObject } from "../../../server/domain/json.ts";
import { FUNDS } from "../../support/requests.ts";
import type { Chance } from "./chance.ts";
import type { Ask, Ledger } from "./model.ts";

/** order.reference of requests that the walk's scenario declines. */
export const DECLINE_REFERENCE = "DECLINE";

const OPERATIONS = [
  ...["AUTHORIZE", "AUTHORIZE", "PAY", "VERIFY"],
  ...["CAPTURE", "CAPTURE", "CAPTURE", "REFUND", "REFUND", "VOID", "VOID"],
] as const as readonly Ask["operation"][];

const VERSIONS = [45, 57, 100] as const;

/** A request that may or may not be taken, more often about what is left than about anything. */
export function anyAsk(chance: Chance, ledger: Ledger): Ask {
  const operation = chance.pick(OPERATIONS);
  const targets = [...ledger.live.keys(), "none"];
  const isNamed = operation === "VOID" || (operation === "REFUND" && chance.oneIn(3));
  return {
    operation,
    version: chance.pick(VERSIONS),
    cents: anyCents(chance, ledger, operation),
    alone: (operation === "CAPTURE" || operation === "REFUND") && chance.oneIn(8),
    target: isNamed ? chance.pick(targets) : undefined,
    declined: chance.oneIn(10),
  };
}

function anyCents(chance: Chance, ledger: Ledger, operation: Ask["operation"]): number {
  if (operation === "VOID" || operation === "VERIFY") return 0;
  const left =
    operation === "CAPTURE" ? ledger.authorized - ledger.captured : ledger.captured - ledger.refunded;
  const options = [left, left + 1, Math.floor(left / 2), Math.floor(left / 3), 1 + chance.below(20_000)];
  return Math.max(1, chance.pick(options));
}

export function bodyOf(ask: Ask): JsonObject {
  const order = ask.declined ? { reference: DECLINE_REFERENCE } : {};
  const amount = (ask.cents / 100).toFixed(2);
  const funds = { sourceOfFunds: FUNDS };
  switch (ask.operation) {
    case "AUTHORIZE":
    case "PAY":
      return { apiOperation: ask.operation, order: { ...order, amount, currency: "USD" }, ...funds };
    case "VERIFY":
      return { apiOperation: "VERIFY", order: { ...order, currency: "USD" }, ...funds };
    case "CAPTURE":
    case "REFUND": {
      const code = ask.alone && ask.operation === "CAPTURE" ? { authorizationCode: "A1B2C3" } : {};
      const target = ask.target === undefined ? {} : { targetTransactionId: ask.target };
      const transaction = { amount, currency: "USD", ...code, ...target };
      return { apiOperation: ask.operation, order, transaction, ...(ask.alone ? funds : {}) };
    }
    case "VOID":
      return { apiOperation: "VOID", order, transaction: { targetTransactionId: ask.target ?? "" } };
  }
}
