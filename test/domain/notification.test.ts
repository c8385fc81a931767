import fc from "fast-check";
import { expect } from "chai";
import { afterAttempt, retryDelayMs } from "../../server/domain/record/notification.ts";
import type { AttemptEnd, Delivery } from "../../server/domain/record/notification.ts";

const NEW: Delivery["notification"] = {
  ...{ id: "n", merchantId: "M", orderId: "1", transactionId: "1", url: "https://shop.example/hook" },
  ...{ exchange: "e", state: "queued", queuedAt: "2030-01-15T10:20:30.400Z", attempts: [] },
};

const endOf = (number: number, reason?: string, canBeRepeated = true): AttemptEnd => ({
  attempt: { number, at: NEW.queuedAt, latencyMs: 1, status: undefined, reason, answer: undefined },
  canBeRepeated,
});

describe("a notification", () => {
  it("is tried once and by its schedule, waits as the schedule says, and has failed then", () => {
    const retriesMs = [5, 30, 300];
    let delivery: Delivery = { notification: NEW, triesLeft: 4 };
    const waited: number[] = [];
    for (let number = 1; delivery.notification.state === "queued"; number += 1) {
      delivery = afterAttempt(delivery, endOf(number, "answered 500"));
      if (delivery.notification.state === "queued") waited.push(retryDelayMs(delivery, retriesMs));
    }
    expect(waited).to.deep.equal(retriesMs);
    expect([delivery.notification.state, delivery.notification.attempts.length]).to.deep.equal(["failed", 4]);
  });

  it("is over with the first attempt that is answered, or that no other could better", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), fc.boolean(), (failures, spare, isAnswered) => {
        let delivery: Delivery = { notification: NEW, triesLeft: failures + 1 + spare };
        for (let number = 1; number <= failures; number += 1)
          delivery = afterAttempt(delivery, endOf(number, "answered 500"));
        expect(delivery.notification.state).to.equal("queued");
        const last = isAnswered ? endOf(failures + 1) : endOf(failures + 1, "not sent", false);
        const { notification } = afterAttempt(delivery, last);
        expect(notification.state).to.equal(isAnswered ? "delivered" : "failed");
        expect(notification.attempts.map(({ number }) => number)).to.deep.equal(
          Array.from({ length: failures + 1 }, (_, index) => index + 1),
        );
      }),
    );
  });

  it("waits as the schedule's beginning says when it was made for a longer one", () => {
    expect(retryDelayMs({ triesLeft: 5 }, [7, 9])).to.equal(7);
    expect(retryDelayMs({ triesLeft: 1 }, [])).to.equal(0);
  });
});
