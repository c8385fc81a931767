import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect } from "chai";
import { createQueues } from "../../server/notify/queues.ts";
import type { Queues } from "../../server/notify/queues.ts";
import { createManualTimer } from "./manual-timer.ts";
import type { ManualTimer } from "./manual-timer.ts";

/** Lanes whose work ends when the test says so. */
interface Stage {
  readonly queues: Queues;
  readonly time: ManualTimer;
  /** What has begun, in its order. */
  readonly begun: string[];
  /** Ends what is running under this name; with milliseconds it is to be tried again. */
  readonly end: (item: string, againMs?: number) => Promise<void>;
  readonly running: () => readonly string[];
}

function stage(runningMax = 8): Stage {
  const [time, begun] = [createManualTimer(), [] as string[]];
  const ends = new Map<string, (againMs: number | undefined) => void>();
  const queues = createQueues({
    run: (_queue, item) => {
      begun.push(item);
      return new Promise((resolve) => ends.set(item, resolve));
    },
    ...{ waits: () => undefined, timer: time.timer, runningMax },
  });
  const end = async (item: string, againMs?: number): Promise<void> => {
    ends.get(item)?.(againMs);
    ends.delete(item);
    await turn();
  };
  return { queues, time, begun, end, running: () => [...ends.keys()] };
}

/** Two to one queue, and one to another. */
function addThree(queues: Queues): void {
  for (const [queue, item] of [
    ["a", "a1"],
    ["a", "a2"],
    ["b", "b1"],
  ] as const)
    queues.add(queue, item);
}

describe("queues", () => {
  it("process the items of one queue one after the other, and queues side by side", async () => {
    const { queues, begun, end } = stage();
    for (const [queue, item] of ["a1", "a2", "b1"].map((it) => [it.slice(0, 1), it] as const))
      queues.add(queue, item);
    expect(begun).to.deep.equal(["a1", "b1"]);
    await end("a1");
    expect(begun).to.deep.equal(["a1", "b1", "a2"]);
  });

  it("try again after a while what asks for it, before what is behind it", async () => {
    const { queues, time, begun, end } = stage();
    queues.add("a", "a1");
    queues.add("a", "a2");
    await end("a1", 500);
    expect([begun, time.pending()]).to.deep.equal([["a1"], [500]]);
    time.fire();
    await end("a1");
    expect([begun, time.pending()]).to.deep.equal([["a1", "a1", "a2"], []]);
  });

  it("try at once what waits at the head of its queue, and nothing else", async () => {
    const { queues, time, begun, end } = stage();
    queues.add("a", "a1");
    queues.add("a", "a2");
    queues.retryIn("a", "a1", 0);
    await end("a1", 500);
    for (const [queue, item] of [
      ["a", "a2"],
      ["b", "a1"],
    ] as const)
      queues.retryIn(queue, item, 0);
    expect(begun).to.deep.equal(["a1"]);
    queues.retryIn("a", "a1", 0);
    expect([begun, time.pending()]).to.deep.equal([["a1", "a1"], []]);
  });

  it("let what waits wait longer or less from then on", async () => {
    const { queues, time, end } = stage();
    queues.add("a", "a1");
    await end("a1", 500);
    for (const delayMs of [20, Infinity]) {
      queues.retryIn("a", "a1", delayMs);
      expect(time.pending()).to.deep.equal([delayMs]);
    }
  });

  it("take nothing twice that is in its queue", async () => {
    const { queues, begun, end } = stage();
    for (const item of ["a1", "a2", "a1", "a2"]) queues.add("a", item);
    for (const item of ["a1", "a2"]) await end(item);
    expect(begun).to.deep.equal(["a1", "a2"]);
    queues.add("a", "a1");
    expect(begun).to.deep.equal(["a1", "a2", "a1"]);
  });

  it("forget what is dropped, and begin its queue anew", async () => {
    const { queues, time, begun, end } = stage();
    addThree(queues);
    await end("b1", 500);
    queues.drop(() => true);
    expect(time.pending()).to.deep.equal([]);
    queues.add("a", "a3");
    await end("a1", 500);
    expect([begun, time.pending()]).to.deep.equal([["a1", "b1", "a3"], []]);
  });

  it("go on with what is behind an item that is dropped, which is not tried again", async () => {
    const { queues, time, begun, end } = stage();
    addThree(queues);
    await end("b1", 500);
    queues.add("b", "b2");
    queues.drop((item) => item.endsWith("1"));
    expect([begun, time.pending()]).to.deep.equal([["a1", "b1", "b2"], []]);
    await end("a1", 500);
    expect([begun, time.pending()]).to.deep.equal([["a1", "b1", "b2", "a2"], []]);
  });

  it("begin nothing more when they are closed, and wait for what is running", async () => {
    const { queues, time, begun, end } = stage();
    addThree(queues);
    await end("b1", 500);
    let isClosed = false;
    const closing = queues.close().then(() => {
      isClosed = true;
    });
    await turn();
    expect([isClosed, time.pending()]).to.deep.equal([false, []]);
    await end("a1");
    await closing;
    queues.add("c", "c1");
    expect(begun).to.deep.equal(["a1", "b1"]);
  });

  it("do everything once, each queue in its order and never more at a time than allowed", async () => {
    const item = fc.record({ queue: fc.constantFrom("a", "b", "c"), retries: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        async (items, max) => {
          const { queues, time, begun, end, running } = stage(max);
          const retries = new Map(items.map((it, index) => [String(index), it.retries]));
          items.forEach(({ queue }, index) => {
            queues.add(queue, String(index));
          });
          while (running().length > 0 || time.pending().length > 0) {
            expect(running().length).to.be.at.most(max);
            const [first] = running();
            if (first === undefined) time.fire();
            else {
              const left = retries.get(first) ?? 0;
              retries.set(first, left - 1);
              await end(first, left > 0 ? 10 : undefined);
            }
          }
          for (const name of ["a", "b", "c"]) {
            const own = items.flatMap(({ queue, retries: again }, index) =>
              queue === name ? Array<string>(again + 1).fill(String(index)) : [],
            );
            expect(begun.filter((it) => items[Number(it)]?.queue === name)).to.deep.equal(own);
          }
        },
      ),
    );
  });
});
