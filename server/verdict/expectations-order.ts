import { maskText } from "../domain/card.ts";
import type { Exchange } from "../domain/exchange.ts";
import type { Notification } from "../domain/notification.ts";
import { MOVEMENTS } from "./expectations.ts";
import type { OrderExpectation } from "./expectations.ts";
import { claimsOf } from "./expectations-claims.ts";
import { countedWords } from "./expectations-outcome.ts";
import type { Found } from "./expectations-outcome.ts";
import type { OrderAccount } from "./verify-account.ts";

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
  const wishes = claims.length === 0 ? ["it exists"] : claims.map(({ expected }) => expected);
  const facts = meant.length === 0 ? [] : claims.map(({ happened }) => happened);
  const isThere = meant.length > 0 || movesNothing(expectation);
  return {
    passed: isThere && claims.every(({ passed }) => passed),
    expected: `${subject}: ${wishes.join("; ")}`,
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
