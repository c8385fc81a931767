import { brokenContract } from "./rules/broken-contract.ts";
import { cardNumberInFreeText } from "./rules/card-number-in-free-text.ts";
import type { ConductRule } from "./conduct-rule.ts";
import { doubleCharge } from "./rules/double-charge.ts";
import { ignoredBusy } from "./rules/ignored-busy.ts";
import { missingCorrelationId } from "./rules/missing-correlation-id.ts";
import { missingRetrieve } from "./rules/missing-retrieve-after-timeout.ts";
import { mixedVersions } from "./rules/mixed-versions-on-order.ts";
import { notificationAnsweredLate } from "./rules/notification-answered-late.ts";
import { notificationNotAnswered } from "./rules/notification-not-answered.ts";
import { numbersWhereText } from "./rules/numbers-where-text.ts";
import { retryStorm } from "./rules/retry-storm.ts";
import { retryWithNewId } from "./rules/retry-with-new-id-after-lost-answer.ts";
import { reusedTransactionId } from "./rules/reused-transaction-id.ts";
import { timedOutTakenForDeclined } from "./rules/timed-out-taken-for-declined.ts";
import { unknownMembers } from "./rules/unknown-members.ts";
import { unreferencedPayments } from "./rules/unreferenced-payments.ts";

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
  notificationAnsweredLate,
  retryStorm,
  ignoredBusy,
  mixedVersions,
  missingCorrelationId,
  timedOutTakenForDeclined,
  unreferencedPayments,
];
