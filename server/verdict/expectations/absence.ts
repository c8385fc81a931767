import type { Exchange } from "../../domain/record/exchange.ts";
import { idsOf, isApproved, isLost, isUnknown, matters, nameOf } from "../conduct/attempt.ts";
import type { Attempt } from "../conduct/attempt.ts";
import { followUpOf } from "../conduct/follow-up.ts";
import type { FollowUp } from "../conduct/follow-up.ts";
import { groupedBy } from "../conduct/grouped.ts";
import { historyOf } from "../conduct/history.ts";
import type { History } from "../conduct/history.ts";
import { isCharge, isSoonAfter, referenceOf } from "../conduct/purchase.ts";
import { lacksCorrelationId } from "../conduct/rules/missing-correlation-id.ts";
import { reusesIn } from "../conduct/rules/reused-transaction-id.ts";
import { filterWords, meant } from "./expectations.ts";
import type { Absence, AbsenceExpectation, Found } from "./expectations.ts";

/** One time that it happened. */
interface Event {
  readonly message: string;
  readonly exchanges: readonly string[];
}

interface Seen {
  readonly exchanges: readonly Exchange[];
  readonly history: History;
  readonly withinMinutes: number;
}

const WITHIN_MINUTES = 10;
const SHOWN_MAX = 3;

/** Whether what must not happen has happened among the exchanges that the filter means. */
export function foundAbsence(expectation: AbsenceExpectation, exchanges: readonly Exchange[]): Found {
  const { never, where = {}, withinMinutes = WITHIN_MINUTES } = expectation;
  const { words, find } = FINDERS[never];
  const ids = new Set(meant(exchanges, where).map(({ id }) => id));
  // All exchanges are looked at: what follows a lost answer may be another operation.
  const events = find({ exchanges, history: historyOf(exchanges), withinMinutes }).filter((event) =>
    event.exchanges.some((id) => ids.has(id)),
  );
  const filter = filterWords(where);
  return {
    passed: events.length === 0,
    expected: `${words(withinMinutes)}${filter === "" ? "" : `, with ${filter}`}`,
    happened: events.length === 0 ? "none" : happenedWords(events),
    exchanges: [...new Set(events.flatMap((event) => event.exchanges))],
  };
}

function happenedWords(events: readonly Event[]): string {
  const shown = events.slice(0, SHOWN_MAX).map(({ message }) => message);
  const rest = events.length - shown.length;
  return shown.join("; ") + (rest > 0 ? `; and ${rest} more` : "");
}

interface Finder {
  readonly words: (withinMinutes: number) => string;
  readonly find: (seen: Seen) => readonly Event[];
}

const FINDERS: Readonly<Record<Absence, Finder>> = {
  "double-payment": {
    words: (minutes) => `no two approved payments with the same reference within ${minutes} minutes`,
    find: doublePayments,
  },
  "missing-correlation-id": {
    words: () => "no request without correlationId",
    find: ({ exchanges }) =>
      exchanges.filter(lacksCorrelationId).map(({ id, request }) => {
        const ids = [request.orderId, request.transactionId].flatMap((it) => it ?? []);
        const of = ids.length === 0 ? "" : ` of ${ids.join("/")}`;
        return { message: `${request.operation ?? "a request"}${of} has none`, exchanges: [id] };
      }),
  },
  "reused-transaction-id": {
    words: () => "no transaction id reused for another request",
    find: ({ history: { attempts } }) =>
      reusesIn(attempts).map(([first, again]) => ({
        message: `${nameOf(again)} came after ${first.operation} had used the id`,
        exchanges: idsOf(first, again),
      })),
  },
  "unresolved-lost-answer": {
    words: () => "the identical request or a retrieve after every lost or unknown answer",
    find: unresolved,
  },
  "void-after-capture": {
    words: () => "no VOID of an order that was captured",
    find: ({ history }) =>
      history.attempts.filter((it) => it.operation === "VOID").flatMap((it) => lateVoid(it, history)),
  },
};

function doublePayments({ history: { attempts }, withinMinutes }: Seen): readonly Event[] {
  const charges = attempts.filter((it) => isCharge(it) && isApproved(it) && referenceOf(it) !== undefined);
  return [...groupedBy(charges, referenceOf)].flatMap(([reference, same]) =>
    same.slice(1).flatMap((second, index) => {
      const first = same[index];
      if (first === undefined || !isSoonAfter(first, second, withinMinutes * 60_000)) return [];
      const message = `${nameOf(first)} and ${nameOf(second)} for ${reference ?? ""}`;
      return [{ message, exchanges: idsOf(first, second) }];
    }),
  );
}

function unresolved({ history }: Seen): readonly Event[] {
  return history.attempts
    .filter((it) => matters(it) && (isLost(it) || isUnknown(it)))
    .flatMap((it) => {
      const followUp = followUpOf(it, history);
      return followUp.kind === "resolved" ? [] : [unresolvedEvent(it, followUp)];
    });
}

function unresolvedEvent(attempt: Attempt, followUp: Exclude<FollowUp, { kind: "resolved" }>): Event {
  const was = `${nameOf(attempt)} was followed by`;
  switch (followUp.kind) {
    case "nothing":
      return { message: `${was} neither`, exchanges: idsOf(attempt) };
    case "asked-again":
      return { message: `${was} ${nameOf(followUp.by)}`, exchanges: idsOf(attempt, followUp.by) };
    case "retrieved-too-early":
      return {
        message: `${was} a retrieve that found nothing yet`,
        exchanges: [...idsOf(attempt), followUp.by.id],
      };
  }
}

/** A payment captures as it authorizes. */
function lateVoid(late: Attempt, history: History): readonly Event[] {
  const capture = history
    .attemptsOf(late.orderId)
    .find((it) => it.index < late.index && captures(it) && isApproved(it));
  if (capture === undefined) return [];
  const message = `${nameOf(late)} came after ${nameOf(capture)}`;
  return [{ message, exchanges: idsOf(capture, late) }];
}

function captures(attempt: Attempt): boolean {
  return attempt.operation === "CAPTURE" || attempt.operation === "PAY";
}
