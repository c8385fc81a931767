import { brokenContract } from "./broken-contract.ts";
import { cardNumberInFreeText } from "./card-number-in-free-text.ts";
import type { ConductRule } from "./conduct-rule.ts";
import { doubleCharge } from "./double-charge.ts";
import { ignoredBusy } from "./ignored-busy.ts";
import { missingCorrelationId } from "./missing-correlation-id.ts";
import { missingRetrieve } from "./missing-retrieve-after-timeout.ts";
import { mixedVersions } from "./mixed-versions-on-order.ts";
import { notificationAnsweredLate } from "./notification-answered-late.ts";
import { notificationNotAnswered } from "./notification-not-answered.ts";
import { numbersWhereText } from "./numbers-where-text.ts";
import { retryStorm } from "./retry-storm.ts";
import { retryWithNewId } from "./retry-with-new-id-after-lost-answer.ts";
import { reusedTransactionId } from "./reused-transaction-id.ts";
import { timedOutTakenForDeclined } from "./timed-out-taken-for-declined.ts";
import { unknownMembers } from "./unknown-members.ts";
import { unreferencedPayments } from "./unreferenced-payments.ts";

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
