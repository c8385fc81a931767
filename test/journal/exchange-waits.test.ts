import { expect } from "chai";
import { createExchangeWaits } from "../../server/journal/exchange-waits.ts";
import type {
  ExchangesAwaited,
  ExchangeWaits,
  ExchangeWaitOptions,
} from "../../server/journal/exchange-waits.ts";
import { createJournal } from "../../server/journal/journal.ts";
import type { Journal } from "../../server/journal/journal.ts";
import { exchangeOf } from "./sample-exchange.ts";

const LIMITS = { perMerchant: 100, bytesPerMerchant: 1e9, bytes: 1e9, merchants: 100 };

describe("waiting for exchanges", () => {
  let journal: Journal;
  let waits: ExchangeWaits;
  let listeners = 0;
  beforeEach(() => {
    const inner = createJournal(LIMITS);
    listeners = 0;
    journal = {
      ...inner,
      subscribe: (listener) => {
        const leave = inner.subscribe(listener);
        listeners += 1;
        return () => {
          listeners -= 1;
          leave();
        };
      },
    };
    waits = createExchangeWaits(journal);
  });
  afterEach(() => {
    expect(listeners).to.equal(0);
  });

  const wait = (limit: number, options: Partial<ExchangeWaitOptions> = {}): Promise<ExchangesAwaited> =>
    waits.wait({
      query: { filter: { merchant: "A" }, limit },
      timeoutMs: 60_000,
      gone: new AbortController().signal,
      ...options,
    });
  const record = (...ids: string[]): void => {
    for (const id of ids) journal.record(exchangeOf(id, { merchantId: id.charAt(0) }));
  };
  const told = ({ end, exchanges }: ExchangesAwaited): unknown => [end, exchanges.map(({ id }) => id)];

  it("ends at once when enough are kept, with the newest of them", async () => {
    record("A1", "A2", "B1", "A3");
    expect(told(await wait(2))).to.deep.equal(["matched", ["A3", "A2"]]);
  });

  it("ends with the one that was missing, for everybody who waits for it", async () => {
    record("A1");
    const waiting = [wait(2), wait(3), wait(1, { query: { filter: { merchant: "B" }, limit: 1 } })];
    expect(listeners).to.equal(3);
    record("B1", "A2", "A3", "A4");
    expect((await Promise.all(waiting)).map(told)).to.deep.equal([
      ["matched", ["A2", "A1"]],
      ["matched", ["A3", "A2", "A1"]],
      ["matched", ["B1"]],
    ]);
  });

  it("counts only from the exchange that it is to begin behind", async () => {
    record("A1", "A2");
    const waiting = wait(2, { query: { filter: {}, after: "A1", limit: 2 } });
    record("B1");
    expect(told(await waiting)).to.deep.equal(["matched", ["B1", "A2"]]);
  });

  it("ends late with what there is", async () => {
    record("A1");
    expect(told(await wait(2, { timeoutMs: 5 }))).to.deep.equal(["late", ["A1"]]);
    expect(told(await wait(1, { timeoutMs: 0 }))).to.deep.equal(["matched", ["A1"]]);
  });

  it("ends when nobody waits any more, then and before", async () => {
    const leaving = new AbortController();
    const waiting = wait(1, { gone: leaving.signal });
    leaving.abort();
    expect(told(await waiting)).to.deep.equal(["gone", []]);
    expect(told(await wait(1, { gone: leaving.signal }))).to.deep.equal(["gone", []]);
  });

  it("ends when the sandbox stops, all that wait and all to come", async () => {
    record("A1");
    const waiting = [wait(2), wait(3)];
    waits.stop();
    waiting.push(wait(2), wait(1));
    expect((await Promise.all(waiting)).map(told)).to.deep.equal(
      Array.from({ length: 4 }, () => ["stopped", ["A1"]]),
    );
  });
});
