import { expect } from "chai";
import request from "supertest";
import type { Store } from "../../server/store/store.ts";
import { notificationsOf } from "../support/notifications.ts";
import { answering, startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTMEANWHILE";

/** A store whose resets have taken hold but are not answered before something else is done. */
function resettingSlowly(store: Store, meanwhile: () => Promise<unknown>): Store {
  return {
    ...store,
    reset: async (merchantId, scope) => {
      await store.reset(merchantId, scope);
      if (scope.orders) await meanwhile();
    },
  };
}

describe("a notification of a payment that comes in the moment of a reset", () => {
  let receiver: Receiver;
  let running: TestSandbox;
  let meanwhile = (): Promise<unknown> => Promise.resolve();
  before(async () => {
    receiver = await startReceiver();
    running = await startTestSandbox(
      {
        SANDBOX_NOTIFICATIONS: "on",
        SANDBOX_NOTIFICATION_URL: receiver.url,
        SANDBOX_NOTIFICATION_RETRIES: "1,1",
      },
      (store) => resettingSlowly(store, () => meanwhile()),
    );
  });
  after(async () => {
    await running.stop();
    await receiver.close();
  });

  const paid = (order: string) =>
    clientOf(running.sandbox.url, MERCHANT).put({ order, transaction: "1", body: pay() });
  const reset = () => request(running.sandbox.url).post(`/_sandbox/v1/merchants/${MERCHANT}/reset`);

  it("is tried again when its first attempt has failed by then", async () => {
    receiver.behave(answering(503));
    meanwhile = async () => {
      await paid("1");
      await receiver.until(1);
    };
    expect((await reset()).status).to.equal(200);
    receiver.behave(answering(200));
    const [settled] = await notificationsOf(running.sandbox.url, MERCHANT).settled(1);
    expect(settled?.attempts.map(({ status }) => status)).to.deep.equal([503, 200]);
    expect(receiver.received).to.have.length(2);
  });
});
