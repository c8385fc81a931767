import { expect } from "chai";
import type { Notification, NotificationState } from "../../../server/domain/record/notification.ts";
import { scorecardOf } from "../../../server/verdict/conduct/scorecard.ts";
import { exchangeOf } from "../../journal/sample-exchange.ts";
import { allSteps } from "../../../server/domain/steps.ts";

const AT = "2030-01-15T10:20:30.400Z";

/** A status, or why there was none. */
type Heard = number | string;

function notificationOf(id: string, state: NotificationState, heard: readonly Heard[]): Notification {
  const attempts = heard.map((it, index) => {
    const [status, answer] = [typeof it === "number" ? it : undefined, undefined];
    const reason = typeof it === "number" ? (it < 300 ? undefined : `answered ${it}`) : it;
    return { number: index + 1, at: AT, latencyMs: 1, status, reason, answer };
  });
  const subject = {
    id,
    merchantId: "SHOP",
    orderId: `order-${id}`,
    transactionId: "1",
    url: "https://a.example",
  };
  return { ...subject, exchange: `exchange-${id}`, state, queuedAt: AT, attempts };
}

function saidOf(...notifications: readonly Notification[]): readonly string[] {
  // Newest first, as the store lists them.
  const evidence = {
    exchanges: notifications.map(exchangeWith),
    notifications: notifications.toReversed(),
    gone: 0,
  };
  return allSteps(scorecardOf(evidence)).rules.flatMap(({ id, remarks }) =>
    remarks.filter(() => id.startsWith("notification-")).map(({ message }) => `${id}: ${message}`),
  );
}

const exchangeWith = ({ id, exchange, url }: Notification) =>
  exchangeOf(exchange, { merchantId: "SHOP", notifications: [{ id, url }] });

describe("the rules of conduct about notifications", () => {
  const NEVER = "notification-not-answered: the notification of order-1/1:";
  const LATE = "notification-answered-late: the notification of order-1/1:";
  const CASES: readonly (readonly [NotificationState, readonly Heard[], string | undefined])[] = [
    ["queued", [], undefined],
    ["delivered", [200], undefined],
    ["delivered", [204, 500], undefined],
    ["queued", [200, 500], undefined],
    ["queued", [500], `${NEVER} 1 attempt, not answered 2xx; the last: answered 500`],
    [
      "failed",
      ["not sent: it is not a valid URL"],
      `${NEVER} 1 attempt, not answered 2xx; the last: not sent: it is not a valid URL`,
    ],
    ["failed", [500, 302], `${NEVER} 2 attempts, none answered 2xx; the last: answered 302`],
    [
      "delivered",
      [500, 404, 200],
      `${LATE} 3 attempts, of which number 3 was the first answered 2xx; before it: answered 404`,
    ],
    [
      "delivered",
      [500, 200, 503],
      `${LATE} 3 attempts, of which number 2 was the first answered 2xx; before it: answered 500`,
    ],
  ];
  for (const [state, heard, said] of CASES) {
    it(`say ${said === undefined ? "nothing" : said.replace(/:.*/, "")} of one that is ${state} after ${heard.join(", ") || "no attempt"}`, () => {
      expect(saidOf(notificationOf("1", state, heard))).to.deep.equal(said === undefined ? [] : [said]);
    });
  }

  it("tell those that went the same way together, the first of the exchanges in front", () => {
    const three = ["1", "2", "3"].map((id) => notificationOf(id, "failed", id === "2" ? [404] : [500]));
    expect(saidOf(...three)).to.deep.equal([
      "notification-not-answered: the notification of order-1/1 (and 1 more alike): 1 attempt, not answered 2xx; the last: answered 500",
      "notification-not-answered: the notification of order-2/1: 1 attempt, not answered 2xx; the last: answered 404",
    ]);
  });
});
