import { formatAmount, parseAmount, sumOf, ZERO } from "../domain/money.ts";
import { MOVEMENTS } from "./expectations.ts";
import type { Movement, MovementClaim, OrderExpectation } from "./expectations.ts";
import { timesWords } from "./expectations-outcome.ts";
import { movesOf } from "./verify-account.ts";
import type { Move, OrderAccount } from "./verify-account.ts";

/** One thing that is said of orders, and what is so. */
export interface Claim {
  readonly passed: boolean;
  readonly expected: string;
  readonly happened: string;
}

/** What the expectation says of these orders: status and currency of each, money of all together. */
export function claimsOf(expectation: OrderExpectation, accounts: readonly OrderAccount[]): readonly Claim[] {
  const { status, currency, totals = {} } = expectation;
  const statuses = accounts.map((account) => account.status);
  const currencies = accounts.map((account) => account.currency ?? "none");
  return [
    ...(status === undefined ? [] : [wordClaim("status", [status].flat(), statuses)]),
    ...(currency === undefined ? [] : [wordClaim("currency", [currency], currencies)]),
    ...MOVEMENTS.flatMap((movement) => {
      const claim = expectation[movement];
      return claim === undefined ? [] : [movementClaim(movement, claim, accounts)];
    }),
    ...MOVEMENTS.flatMap((movement) => {
      const total = totals[movement];
      return total === undefined ? [] : [totalClaim(movement, total, accounts)];
    }),
  ];
}

function wordClaim(what: string, wanted: readonly string[], found: readonly string[]): Claim {
  return {
    passed: found.every((it) => wanted.includes(it)),
    expected: `${what} ${wanted.join(" or ")}`,
    happened: `${what} ${[...new Set(found)].join(", ")}`,
  };
}

function movementClaim(movement: Movement, written: MovementClaim, accounts: readonly OrderAccount[]): Claim {
  const { amount, times } = typeof written === "string" ? { amount: written, times: 1 } : written;
  const wanted = amount === undefined ? undefined : parseAmount(amount);
  const moves = accounts.flatMap((account) =>
    movesOf(account, movement).map((move) => ({ ...move, by: nameOf(move, account, accounts.length) })),
  );
  const count = moves.filter((it) => wanted === undefined || it.amount === wanted).length;
  const isKnown = accounts.every(({ hasGaps }) => !hasGaps);
  const shown = moves.map((it) => `${formatAmount(it.amount)} by ${it.by}`);
  const happened = moves.length === 0 ? `nothing ${movement}` : `${movement} ${shown.join(" and ")}`;
  const often = times === 0 ? "never" : `exactly ${timesWords(times)}`;
  return {
    passed: count === times && isKnown,
    expected: [movement, ...(wanted === undefined ? [] : [formatAmount(wanted)]), often].join(" "),
    happened: isKnown ? happened : "cannot be judged, as not all of the order is among the exchanges",
  };
}

/** Of several orders, each needs its own name. */
function nameOf({ transactionId }: Move, { id }: OrderAccount, orders: number): string {
  return orders > 1 ? `${id}/${transactionId}` : transactionId;
}

function totalClaim(movement: Movement, total: string, accounts: readonly OrderAccount[]): Claim {
  const wanted = parseAmount(total) ?? ZERO;
  const sum = sumOf(accounts.map(({ totals }) => totals[movement]));
  const units = new Set(accounts.flatMap(({ currency }) => currency ?? []));
  const found = units.size > 1 ? `in several currencies: ${[...units].join(", ")}` : formatAmount(sum);
  return {
    passed: sum === wanted && units.size <= 1,
    expected: `total ${movement} ${formatAmount(wanted)}`,
    happened: `total ${movement} ${found}`,
  };
}
