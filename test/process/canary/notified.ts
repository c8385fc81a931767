import type { JsonObject } from "../../../server/domain/json.ts";
import { initiate } from "../../browser/browser-requests.ts";
import { pay, withValue } from "../../support/requests.ts";
import { control } from "./control.ts";
import { SECRETS } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { Subject } from "./subject.ts";
import { WRITTEN } from "./written.ts";

const ROOT = "/api/rest/version/100/merchant/MERCHANT";

const { securityCode, pin, pinDigits, p2pe, emv, track2 } = SECRETS;
const QUERY = `a=1&securityCode=${securityCode}&pin=${pinDigits}&cvc=${securityCode}&payload=${p2pe}`;

/** Secrets in URLs, by how they stand there. */
const URLS: Readonly<Record<string, (base: string) => string>> = {
  query: (base) => `${base}?${QUERY}`,
  fragment: (base) => `${base}#${QUERY}`,
  "names that are escaped": (base) =>
    `${base}?security%43ode=${securityCode}&%70in=${pin}&%2570in=${pinDigits}`,
  "names of members": (base) => `${base}?card[pin]=${pin}&card.track2=${track2};${track2}&emv_request=${emv}`,
  user: (base) => base.replace("://", `://somebody:${pinDigits}@`),
  "user without slashes": (base) => base.replace("://", `:${p2pe}:${pinDigits}@`),
  "a URL in a URL": (base) => `${base}?back=${encodeURIComponent(`https://u:${pin}@shop.example/?${QUERY}`)}`,
  "a URL that is escaped": (base) => encodeURIComponent(`${base}?${QUERY}`),
  "a sentence": (base) => `see ${base}?cvv=${securityCode}, and call`,
};

const TEXTS = ["order.reference", "order.custom.note", "order.customerNote", "customer.firstName", "strange"];

/** Card data in addresses of notifications, in URLs of free texts, and in what is notified of. */
export async function sendNotified(subject: Subject, marks: Marks, receiver: string): Promise<void> {
  const bodies = bodiesFor(marks, receiver);
  let taken = 0;
  for (const [index, body] of bodies.entries()) {
    const path = `${ROOT}/order/notified-${index}/transaction/1`;
    const { status } = await subject.put("NOTIFIED", path, body);
    if (status === 201) taken += 1;
    await subject.put("STRICT", path, body);
    await subject.get("NOTIFIED", path);
  }
  const wish = { count: taken, timeoutMs: 30_000 };
  const { status } = await control(subject, "post", "/v1/merchants/NOTIFIED/notifications/wait", wish);
  if (status !== 200) throw new Error(`not all of ${taken} notifications are over: ${status}`);
}

function bodiesFor(marks: Marks, receiver: string): readonly JsonObject[] {
  const hook = `${receiver}hook`;
  const numbers = Object.entries(WRITTEN).flatMap(([form, write]) => {
    const text = (place: string): string => write(marks.number(`notified ${place} ${form}`));
    const body = withValue(pay(), "order.reference", text("reference"));
    return [
      withValue(body, "order.notificationUrl", `${hook}/${text("address")}`),
      withValue(body, "order.notificationUrl", `${hook}?c=${encodeURIComponent(text("escaped address"))}`),
      withValue(body, "order.custom.note", `https://shop.example/${text("URL")}`),
    ];
  });
  const secrets = Object.values(URLS).flatMap((write) => [
    ...[hook, hook.replace("https", "ftp")].map((it) => withValue(pay(), "order.notificationUrl", write(it))),
    TEXTS.reduce<JsonObject>((body, member) => withValue(body, member, write(hook)), pay()),
    initiate({ "browserPayment.returnUrl": write("https://shop.example/back") }),
  ]);
  return [...numbers, ...secrets];
}
