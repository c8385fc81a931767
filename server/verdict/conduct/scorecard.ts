import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification } from "../../domain/record/notification.ts";
import type { Steps } from "../../domain/steps.ts";
import { isInbox } from "../../notify/own-inbox.ts";
import type { ReportSeverity } from "../../report/report.ts";
import { blindSpotsOf, goneWords, inboxWords, isStopped } from "./blind-spots.ts";
import { helpOf } from "./conduct-rule.ts";
import type { ConductRule, Remark } from "./conduct-rule.ts";
import { groupedBy } from "./grouped.ts";
import {
  paidUnauthenticated,
  paidWithoutLiabilityShift,
  reusedAuthentication,
} from "./rules/authentications.ts";
import { brokenContract, numbersWhereText, unknownMembers } from "./rules/contract-remarks.ts";
import { cardNumberInFreeText } from "./rules/card-number-in-free-text.ts";
import { doubleCharge } from "./rules/double-charge.ts";
import { forgedNotificationTaken } from "./rules/forged-notifications.ts";
import { ignoredBusy } from "./rules/ignored-busy.ts";
import { missingCorrelationId } from "./rules/missing-correlation-id.ts";
import { missingRetrieve, retryWithNewId, timedOutTakenForDeclined } from "./rules/lost-answers.ts";
import { mixedVersions } from "./rules/mixed-versions-on-order.ts";
import { notificationAnsweredLate, notificationNotAnswered } from "./rules/notification-answers.ts";
import { notificationRetriedInVain } from "./rules/retried-in-vain.ts";
import { retryStorm } from "./rules/retry-storm.ts";
import { reusedTransactionId } from "./rules/reused-transaction-id.ts";
import { unreferencedPayments } from "./rules/unreferenced-payments.ts";

/** How grave a rule is taken; off: it is not looked at. */
export type Weight = ReportSeverity | "off";

/** Rules that are taken otherwise than usual, by id. */
export type Weights = Readonly<Partial<Record<string, Weight>>>;

export interface RuleScore extends Pick<ConductRule, "id" | "title" | "duty" | "reason"> {
  readonly severity: ReportSeverity;
  readonly help: string;
  /** Whether the exchanges tell anything about it. */
  readonly isJudged: boolean;
  readonly remarks: readonly Remark[];
}

/** How a client behaved, by every rule that is on. */
export interface Scorecard {
  /** No rule that counts as an error was broken. */
  readonly passed: boolean;
  /** How many exchanges were looked at. */
  readonly exchanges: number;
  /** How many older ones were no longer there. */
  readonly gone: number;
  /** How many of the rules were judged and kept. */
  readonly kept: number;
  readonly rules: readonly RuleScore[];
  /** What the exchanges cannot tell, in sentences. */
  readonly blindSpots: readonly string[];
}

/** What is known of one merchant's client. */
export interface ConductEvidence {
  /** The oldest first. */
  readonly exchanges: readonly Exchange[];
  /** Of exchanges that are not among these, too. */
  readonly notifications: readonly Notification[];
  /** How many older exchanges are no longer there. */
  readonly gone: number;
}

/** A step for each rule at least. */
export function* scorecardOf(evidence: ConductEvidence, weights: Weights = {}): Steps<Scorecard> {
  const { exchanges, gone } = evidence;
  const sent = notificationsOf(evidence);
  const notifications = sent.filter(({ url }) => !isInbox(url));
  const isClockStopped = isStopped(exchanges);
  const rules: RuleScore[] = [];
  for (const rule of CONDUCT_RULES) {
    const weight = weights[rule.id] ?? (rule.isOnByDefault ? rule.severity : "off");
    if (weight === "off") continue;
    yield;
    rules.push(yield* scoreOf(rule, weight, { exchanges, notifications, isClockStopped }));
  }
  yield;
  const isBroken = ({ severity, remarks }: RuleScore): boolean => severity === "error" && remarks.length > 0;
  return {
    passed: !rules.some(isBroken),
    exchanges: exchanges.length,
    gone,
    kept: rules.filter(({ isJudged, remarks }) => isJudged && remarks.length === 0).length,
    rules,
    blindSpots: [
      ...(gone === 0 ? [] : [goneWords(gone)]),
      ...inboxWords(sent.length - notifications.length),
      ...blindSpotsOf(
        exchanges,
        rules.filter(({ isJudged }) => !isJudged).map(({ id }) => id),
      ),
    ],
  };
}

/** Those that the exchanges queued, in the order in which they did, wherever they were kept. */
function notificationsOf({ exchanges, notifications }: ConductEvidence): readonly Notification[] {
  const byExchange = groupedBy(notifications, ({ exchange }) => exchange);
  return exchanges.flatMap(({ id, notifications: queued = [] }) => {
    const place = new Map(queued.map((it, index) => [it.id, index]));
    const placeOf = (it: Notification): number => place.get(it.id) ?? queued.length;
    return (byExchange.get(id) ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
  });
}

interface JudgedEvidence extends Pick<ConductEvidence, "exchanges" | "notifications"> {
  readonly isClockStopped: boolean;
}

function* scoreOf(
  rule: ConductRule,
  severity: ReportSeverity,
  { exchanges, notifications, isClockStopped }: JudgedEvidence,
): Steps<RuleScore> {
  const { id, title, duty, reason, needsTime } = rule;
  const isJudged = !needsTime || !isClockStopped;
  const found = isJudged ? rule.find(exchanges, notifications) : [];
  const remarks = "next" in found ? yield* found : found;
  return { id, severity, title, duty, reason, help: helpOf(rule), isJudged, remarks };
}

/** Every rule of conduct, what costs money first. */
export const CONDUCT_RULES: readonly ConductRule[] = [
  doubleCharge,
  retryWithNewId,
  missingRetrieve,
  reusedTransactionId,
  cardNumberInFreeText,
  unknownMembers,
  numbersWhereText,
  brokenContract,
  notificationNotAnswered,
  forgedNotificationTaken,
  notificationAnsweredLate,
  notificationRetriedInVain,
  paidUnauthenticated,
  reusedAuthentication,
  retryStorm,
  ignoredBusy,
  mixedVersions,
  missingCorrelationId,
  timedOutTakenForDeclined,
  paidWithoutLiabilityShift,
  unreferencedPayments,
];
