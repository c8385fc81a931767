import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { answerOf } from "../../server/scenario/library/read-in-worker.ts";

const ENDLESS = "for (;;);";
const ANSWERING = 'require("node:worker_threads").parentPort.postMessage({ files: [], problems: [] });';

const never = new AbortController().signal;
const threadOf = (code: string): { readonly worker: Worker; readonly ended: Promise<unknown> } => {
  const worker = new Worker(code, { eval: true });
  return { worker, ended: new Promise((resolve) => worker.once("exit", resolve)) };
};

describe("the thread that reads scenario files", () => {
  it("gives what it read, and ends", async () => {
    const { worker, ended } = threadOf(ANSWERING);
    const answer = await answerOf(worker, { timeoutMs: 60_000, stop: never });
    expect(answer).to.deep.equal({ files: [], problems: [] });
    await ended;
  });

  it("is ended when it takes too long, and gives nothing", async () => {
    const { worker, ended } = threadOf(ENDLESS);
    expect(await answerOf(worker, { timeoutMs: 1, stop: never })).to.equal(undefined);
    await ended;
  });

  for (const [when, stopAt] of [
    ["while it reads", 1],
    ["before it began", 0],
  ] as const) {
    it(`is ended when the sandbox stops ${when}`, async () => {
      const stop = new AbortController();
      const { worker, ended } = threadOf(ENDLESS);
      if (stopAt === 0) stop.abort();
      const answer = answerOf(worker, { timeoutMs: 60_000, stop: stop.signal });
      stop.abort();
      const error: unknown = await answer.catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Error).with.property("message", "the sandbox is shutting down");
      await ended;
    });
  }

  it("is told of when it fails", async () => {
    const { worker, ended } = threadOf('throw new Error("no");');
    const error: unknown = await answerOf(worker, { timeoutMs: 60_000, stop: never }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(Error).with.property("message", "no");
    await ended;
  });
});
