import type { Request, Router } from "express";
import { maskText } from "../domain/card.ts";
import { NOTIFICATION_STATES } from "../domain/notification.ts";
import type { Notification, NotificationState } from "../domain/notification.ts";
import type { NotificationFilter } from "../gateway/notifications/notification-book.ts";
import { fieldsOfBody, fieldsOfQuery, numberOf, refuseUnknown } from "./exchange-fields.ts";
import type { Fields } from "./exchange-fields.ts";
import { merchantNamed, paramOf } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";

export type NotificationRouteParts = Pick<AppParts, "merchants" | "notifications">;

const NOTIFICATIONS = "/v1/merchants/:merchantId/notifications";
const NOTIFICATION = `${NOTIFICATIONS}/:notificationId`;

/** Notifications that one answer shows, or one wait waits for, at most. */
export const NOTIFICATIONS_MAX = 500;
const SHOWN = { least: 1, most: NOTIFICATIONS_MAX, usual: 50 };
const COUNT = { least: 1, most: NOTIFICATIONS_MAX, usual: 1 };
const TIMEOUT = { least: 0, most: 60_000, usual: 10_000 };

/** States that a notification stays in, and that can be waited for. */
export const SETTLED_STATES: readonly NotificationState[] = ["delivered", "failed"];

/** What was sent to the merchant's own system, with every attempt; and sending it again. */
export function notificationRoutes(
  { merchants, notifications }: NotificationRouteParts,
  router: Router,
): void {
  router.get(NOTIFICATIONS, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    const fields = fieldsOfQuery(request);
    refuseUnknown(fields, ["order", "state", "limit", "before"]);
    const [limit, before] = [numberOf(fields, "limit", SHOWN), fields.get("before")];
    const filter = filterOf(fields, NOTIFICATION_STATES);
    if (before !== undefined && (await notifications.find(id, before)) === undefined)
      throw new Problem(
        400,
        "Bad before",
        "before is the id of a notification, such as next of the page before.",
      );
    const found = await notifications.list(id, { filter, limit: limit + 1, before });
    const page = found.slice(0, limit);
    response.json({ notifications: page, next: found.length > limit ? page.at(-1)?.id : undefined });
  });
  router.get(NOTIFICATION, async (request, response) => {
    const found = await notifications.find(merchantNamed(merchants, request).id, notificationIdOf(request));
    response.json(found ?? none());
  });
  router.post(`${NOTIFICATION}/resend`, async (request, response) => {
    const id = notificationIdOf(request);
    const resent = await notifications.resend(merchantNamed(merchants, request).id, id);
    if (resent === "too-often")
      throw new Problem(409, "Too often", "It has been tried a hundred times; that is enough.");
    response.status(202).json(resent === "unknown" ? none() : resent);
  });
  waitRoute({ merchants, notifications }, router);
}

function notificationIdOf(request: Request): string {
  return paramOf(request, "notificationId");
}

function none(): never {
  throw new Problem(404, "No such notification", "It never was, or the merchant's orders were reset.");
}

function filterOf(fields: Fields, states: readonly NotificationState[]): NotificationFilter {
  const [order, state] = [fields.get("order"), fields.get("state")];
  const meant = states.filter((it) => state === undefined || it === state);
  if (meant.length === 0) throw new Problem(400, "Bad state", `state is one of ${states.join(", ")}.`);
  // Ids are masked in notifications, so that they are found by their masked form.
  return { order: order === undefined ? undefined : maskText(order), states: meant };
}

/** Answers as soon as so many are delivered or have failed, so that suites need not ask again and again. */
function waitRoute({ merchants, notifications }: NotificationRouteParts, router: Router): void {
  router.post(`${NOTIFICATIONS}/wait`, readBytes, async (request, response) => {
    const { id: merchantId } = merchantNamed(merchants, request);
    const fields = fieldsOfBody(readPayload(request).body);
    refuseUnknown(fields, ["order", "state", "count", "timeoutMs"]);
    const count = numberOf(fields, "count", COUNT);
    const timeoutMs = numberOf(fields, "timeoutMs", TIMEOUT);
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    const wish = {
      merchantId,
      filter: filterOf(fields, SETTLED_STATES),
      count,
      timeoutMs,
      gone: gone.signal,
    };
    const { end, notifications: matched } = await notifications.wait(wish);
    if (end === "gone") response.end();
    else response.json(end === "matched" ? { notifications: matched } : tooFew(end, matched, wish));
  });
}

function tooFew(
  end: "late" | "stopped",
  { length: matched }: readonly Notification[],
  { count, timeoutMs }: { readonly count: number; readonly timeoutMs: number },
): never {
  const words = `${matched} of ${count} were delivered or had failed`;
  throw end === "late"
    ? new Problem(408, "Too late", `${words} in ${timeoutMs} ms.`, { matched })
    : new Problem(503, "Stopping", `${words}; the sandbox stops.`, { matched });
}
