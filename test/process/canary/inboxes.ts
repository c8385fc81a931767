import type { JsonObject } from "../../../server/domain/json.ts";
import { pay, withValue } from "../../support/requests.ts";
import { atOnce } from "./at-once.ts";
import { control } from "./control.ts";
import { SECRETS } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { Subject } from "./subject.ts";
import { WRITTEN } from "./written.ts";

const INBOX = "/v1/merchants/NOTIFIED/inboxes/canary";

/** Card data in what somebody posts to an inbox, in its headers and members, and in what the inbox then shows. */
export async function sendToInboxes(subject: Subject, marks: Marks): Promise<void> {
  await atOnce(Object.entries(WRITTEN), async ([form, write]) => {
    const text = (place: string): string => write(marks.number(`inbox ${place} ${form}`));
    for (const member of ["merchantNote", "order.reference", text("name")]) {
      const body = withValue(arriving(), member, text(member));
      const headers = { "User-Agent": encodeURIComponent(text("agent")), "X-Notification-Id": `${form} 1` };
      await subject.request("/_sandbox/inbox/canary", {
        method: "POST",
        headers: { ...headers, "X-Notification-Secret": SECRETS.pin },
        body: JSON.stringify(body),
      });
      await control(subject, "get", INBOX);
    }
  });
  const { body } = await control(subject, "get", INBOX);
  if (!body.includes('"secret":"wrong"')) throw new Error("the inbox took nothing");
}

function arriving(): JsonObject {
  return withValue(pay(), "merchant", "NOTIFIED");
}
