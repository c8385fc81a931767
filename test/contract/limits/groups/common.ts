import { under, type Row } from "../limit.ts";
import { asciiText, text } from "../text-limits.ts";
import { url, urlRfc1738 } from "../value-limits.ts";

// Interface section 2.3: fields common to transaction requests.

export const correlation: readonly Row[] = [
  ["correlationId", text(1, 100)],
  ["responseControls.sensitiveData", text(1, 50)],
];
export const partner: readonly Row[] = [["partnerSolutionId", text(1, 40)]];
export const session: readonly Row[] = [
  ["session.id", asciiText(31, 35)],
  ["session.version", asciiText(10, 10)],
];
export const initiator: readonly Row[] = [["initiator.userId", text(1, 256)]];
export const userId: readonly Row[] = [["userId", text(1, 256)]];

export const custom: readonly Row[] = [["order.custom.campaign7", text(1, 250)]];
export const orderTexts: readonly Row[] = under("order", [
  ["customerNote", text(1, 250)],
  ["reference", text(1, 40)],
  ["description", text(1, 127)],
]);
export const notificationUrl: readonly Row[] = [["order.notificationUrl", url]];
/** From version 85 on (interface section 2.1: disbursement). */
export const notificationUrlRfc1738: readonly Row[] = [["order.notificationUrl", urlRfc1738]];
export const transactionNotes: readonly Row[] = under("transaction", [
  ["merchantNote", text(1, 250)],
  ["reference", text(1, 40)],
]);

/** All of the section but initiator.userId, userId and the notification address, which differ. */
export const common: readonly Row[] = [
  ...correlation,
  ...partner,
  ...custom,
  ...orderTexts,
  ...transactionNotes,
  ...session,
];
