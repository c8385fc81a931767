import type { Balance } from "../domain/balance.ts";
import { parseAmount } from "../domain/money.ts";
import type { BalanceEntry } from "./scenario-file.ts";

/** What a table says of a card. */
export function balanceOf({ amount, points, conversionRate }: BalanceEntry): Balance {
  const funds = parseAmount(amount);
  if (funds === undefined) throw new Error(`the schema let an amount pass that is none: ${amount}`);
  const isInProgramme = points !== undefined && conversionRate !== undefined;
  return {
    amount: funds,
    rewards: isInProgramme ? { points, conversionRate: Number(conversionRate) } : undefined,
  };
}
