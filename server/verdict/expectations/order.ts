import { maskText } from "../../domain/card/card.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification } from "../../domain/record/notification.ts";
import { countedWords, MOVEMENTS, timesWords } from "./expectations.ts";
import type { Found, Movement, MovementClaim, OrderExpectation } from "./expectations.ts";
import type { Move, OrderAccount } from "./account.ts";
import { formatAmount, parseAmount, sumOf, ZERO } from "../../domain/money.ts";
import { movesOf } from "./account.ts";

export interface OrderEvidence {
  readonly accounts: readonly OrderAccount[];
  /** The oldest first. */
  readonly exchanges: readonly Exchange[];
  /** What came of those that the exchanges queued. */
  readonly notifications?: readonly Notification[];
  /** How many of the merchant the journal has let go. */
  readonly gone?: number;
}

/** Whether the order, or all orders of the reference together, are as they should be. */
export function foundOrder(expectation: OrderExpectation, evidence: OrderEvidence): Found {
  const meant = evidence.accounts.filter((account) => isMeant(account, expectation));
  const subject = subjectOf(expectation);
  const exchanges = shownOf(evidence.exchanges, expectation, meant);
  if (expectation.exists === false) {
    const passed = meant.length === 0;
    return { passed, expected: `no ${subject}`, happened: existenceOf(meant.length), exchanges };
  }
  const claims = claimsOf(expectation, meant);
  const wanted = claims.length === 0 ? ["it exists"] : claims.map(({ expected }) => expected);
  const facts = meant.length === 0 ? [] : claims.map(({ happened }) => happened);
  const isThere = meant.length > 0 || movesNothing(expectation);
  return {
    passed: isThere && claims.every(({ passed }) => passed),
    expected: `${subject}: ${wanted.join("; ")}`,
    happened: facts.length === 0 ? existenceOf(meant.length) : facts.join("; "),
    exchanges,
  };
}

/** Whether all that is asked is that no money moved: an order that was never made moved none. */
function movesNothing({ exists, status, currency, totals, ...others }: OrderExpectation): boolean {
  const claims = MOVEMENTS.flatMap((movement) => others[movement] ?? []);
  const isOnly = [exists, status, currency, totals].every((it) => it === undefined);
  return isOnly && claims.every((claim) => typeof claim !== "string" && claim.times === 0);
}

function isMeant({ id, references }: OrderAccount, { order, reference }: OrderExpectation): boolean {
  return order === undefined ? references.includes(maskText(reference ?? "")) : id === maskText(order);
}

function subjectOf({ order, reference }: OrderExpectation): string {
  return order === undefined ? `order of reference ${maskText(reference ?? "")}` : `order ${maskText(order)}`;
}

function existenceOf(count: number): string {
  if (count > 1) return `there are ${countedWords(count, "order")}`;
  return count === 0 ? "there is none" : "there is one";
}

/** Those that changed something; when none did, those that tried. */
function shownOf(
  exchanges: readonly Exchange[],
  { order }: OrderExpectation,
  meant: readonly OrderAccount[],
): readonly string[] {
  const ids = new Set([...meant.map(({ id }) => id), ...(order === undefined ? [] : [maskText(order)])]);
  const about = exchanges.filter(({ request: { orderId } }) => orderId !== undefined && ids.has(orderId));
  const changes = about.filter(({ committed }) => committed);
  return (changes.length > 0 ? changes : about).map(({ id }) => id);
}

/** One thing that is said of orders, and what is so. */
interface Claim {
  readonly passed: boolean;
  readonly expected: string;
  readonly happened: string;
}

/** What the expectation says of these orders: status and currency of each, money of all together. */
function claimsOf(expectation: OrderExpectation, accounts: readonly OrderAccount[]): readonly Claim[] {
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
    happened: isKnown ? happened : "cannot be checked, because some exchanges of the order are missing",
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
