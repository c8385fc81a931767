import { expect } from "chai";
import type { Notification, NotificationAttempt } from "../../../server/domain/record/notification.ts";
import { scorecardOf } from "../../../server/verdict/conduct/scorecard.ts";
import { exchangeOf } from "../../journal/sample-exchange.ts";
import { allSteps } from "../../../server/domain/steps.ts";

/** An attempt: at which second, what was answered (0: nothing), and what was done to its secret. */
type Tried = readonly [second: number, status: number, secret?: "missing" | "wrong"];

const timeOf = (second: number): string => new Date(Date.UTC(2030, 0, 15) + second * 1_000).toISOString();

function attemptOf([second, status, secret]: Tried, index: number): NotificationAttempt {
  const isGood = status >= 200 && status < 300;
  const reason = status === 0 ? "no answer: ECONNREFUSED" : `answered ${status}`;
  return {
    ...{ number: index + 1, at: timeOf(second), latencyMs: 1, answer: undefined },
    ...{ status: status === 0 ? undefined : status, reason: isGood ? undefined : reason },
    ...(secret && { secret }),
  };
}

function told(id: string, tried: readonly Tried[], url = "https://shop.example/"): Notification {
  return {
    ...{ id, merchantId: "SHOP", orderId: id, transactionId: "1", url, exchange: `exchange-${id}` },
    ...{ state: "failed", queuedAt: timeOf(0), attempts: tried.map(attemptOf) },
  };
}

function said(...notifications: readonly Notification[]): readonly string[] {
  const exchanges = notifications.map(({ id, exchange, url }, second) =>
    exchangeOf(exchange, { merchantId: "SHOP", at: timeOf(second), notifications: [{ id, url }] }),
  );
  return allSteps(scorecardOf({ exchanges, notifications, gone: 0 })).rules.flatMap(({ id, remarks }) =>
    remarks.filter(() => id.includes("notification")).map(({ message }) => `${id}: ${message}`),
  );
}

describe("the rules of conduct about receivers", () => {
  it("tell a receiver that takes a wrong secret, and one that takes none", () => {
    expect(said(told("a", [[1, 200, "wrong"]]), told("b", [[1, 204, "missing"]]))).to.deep.equal([
      "forged-notification-taken: the notification of a/1: it came with a wrong X-Notification-Secret and was answered 200",
      "forged-notification-taken: the notification of b/1: it came with no X-Notification-Secret and was answered 204",
    ]);
  });

  it("tell the attempt that was taken when those before it were not", () => {
    expect(
      said(
        told("a", [
          [1, 401, "wrong"],
          [2, 202, "wrong"],
        ]),
      ),
    ).to.deep.equal([
      "forged-notification-taken: the notification of a/1: it came with a wrong X-Notification-Secret and was answered 202",
    ]);
  });

  const REFUSED: readonly (readonly [what: string, tried: readonly Tried[]])[] = [
    ["refuses a wrong secret", [[1, 401, "wrong"]]],
    [
      "refuses a missing secret at each attempt",
      [
        [1, 400, "missing"],
        [2, 400, "missing"],
      ],
    ],
    ["was not there when a wrong secret came", [[1, 0, "wrong"]]],
  ];
  for (const [what, tried] of REFUSED)
    it(`say nothing of a receiver that ${what}`, () => {
      expect(said(told("a", tried), told("b", [[3, 200]]))).to.deep.equal([]);
    });

  const OTHERS = [told("b", [[2, 200]]), told("c", [[5, 200]])];
  const STUCK: readonly Tried[] = [
    [1, 500],
    [3, 500],
    [9, 500],
  ];

  it("tell a receiver that answers 500 to one notification and takes the others meanwhile", () => {
    const IN_VAIN =
      "notification-retried-in-vain: the notification of a/1: all 3 attempts were answered 500, while other notifications were taken";
    expect(said(told("a", STUCK), ...OTHERS)).to.include(IN_VAIN);
    const forged = STUCK.map(([second, status]): Tried => [second, status, "wrong"]);
    expect(said(told("a", forged), ...OTHERS)).to.deep.equal([IN_VAIN]);
  });

  const DOWN: readonly (readonly [what: string, first: Notification, others: readonly Notification[]])[] = [
    ["nothing else came meanwhile", told("a", STUCK), [told("b", [[0, 200]]), told("c", [[10, 200]])]],
    ["only one other came meanwhile", told("a", STUCK), OTHERS.slice(1)],
    [
      "another one failed meanwhile too",
      told("a", STUCK),
      [
        ...OTHERS,
        told("d", [
          [4, 0],
          [12, 200],
        ]),
      ],
    ],
    ["the others went elsewhere", told("a", STUCK, "https://other.example/"), OTHERS],
    ["it was tried twice only", told("a", STUCK.slice(1)), OTHERS],
    [
      "a proxy answered for it",
      told(
        "a",
        STUCK.map(([second]): Tried => [second, 503]),
      ),
      OTHERS,
    ],
    ["its answers differ", told("a", [...STUCK.slice(0, 2), [9, 501]]), OTHERS],
    ["it took it in the end", told("a", [...STUCK.slice(0, 2), [9, 200]]), OTHERS],
    [
      "it answered 4xx",
      told(
        "a",
        STUCK.map(([second]): Tried => [second, 400]),
      ),
      OTHERS,
    ],
  ];
  for (const [what, first, others] of DOWN)
    it(`do not say that a retry was in vain when ${what}`, () => {
      expect(said(first, ...others).filter((it) => it.startsWith("notification-retried"))).to.deep.equal([]);
    });

  it("say nothing of times when the clock stood still", () => {
    const still = (it: Notification): Notification => ({
      ...it,
      attempts: it.attempts.map((attempt) => ({ ...attempt, at: timeOf(1) })),
    });
    expect(
      said(...[told("a", STUCK), ...OTHERS].map(still)).filter((it) => it.startsWith("notification-retried")),
    ).to.deep.equal([]);
  });
});
