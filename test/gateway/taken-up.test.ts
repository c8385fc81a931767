import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { createNotifications } from "../../server/gateway/notifications/notifications.ts";
import type { RecordChange, Store } from "../../server/store/store.ts";
import { KEY } from "../store/sample-orders.ts";
import { storeOfEachTest } from "./keeping/store-of-each-test.ts";

const COUNT = 1_200;

describe("the notifications that other processes have queued", () => {
  let inner: Store;
  storeOfEachTest((store) => {
    inner = store;
  });

  it("are looked up many at a time", async () => {
    const begun = Array.from({ length: COUNT }, (_, index) => queued(`${index}`));
    const key = { ...KEY, orderId: undefined, records: [] };
    await inner.transact(key, () => ({ order: undefined, records: [], begun, result: undefined }));
    let asked = 0;
    const turns: number[] = [];
    const never = new Promise<never>(() => undefined);
    const store: Store = {
      ...inner,
      find: () => never,
      transact: () => never,
      findRecord: async (...about) => {
        asked += 1;
        await turn();
        // All that is asked for in one turn is one statement of a shared store.
        if (asked > 0) turns.push(asked);
        asked = 0;
        return inner.findRecord(...about);
      },
    };
    const notifications = createNotifications({
      ...{ store, clock: () => 0, stopwatch: () => 0, timer: () => () => undefined, newId: () => "new" },
      ...{ retriesMs: [1_000], secretOver: "https", merchantOf: () => undefined, send: () => never },
      readClock: () => Promise.resolve({ now: 0, setting: { mode: "real", offsetMs: 0 } }),
      others: { leads: () => true, hurry: () => undefined },
      attempted: () => undefined,
      reportBug: () => undefined,
    });
    const keys = begun.map(({ id }) => ({ merchantId: KEY.merchantId, id }));
    await notifications.takeUp(keys);
    expect(notifications.waiting()).to.equal(COUNT);
    // A few are on their way by then, and ask for themselves.
    expect(turns.length).to.be.within(3, 6);
  });
});

function queued(id: string): RecordChange {
  const about = { merchantId: KEY.merchantId, orderId: id, transactionId: "1", url: "https://shop.example/" };
  const notification = { id, ...about, state: "queued", queuedAt: "2030-01-01T00:00:00Z", attempts: [] };
  return {
    kind: "notification",
    id,
    value: { orderId: id, entry: 0, isOwn: false, triesLeft: 1, notification },
  };
}
