import { expect } from "chai";
import { createExchangeFeed, FEED_MAX } from "../../server/journal/exchange-feed.ts";
import type { ExchangeFeed, Follower, FollowOptions } from "../../server/journal/exchange-feed.ts";
import { createJournal } from "../../server/journal/journal.ts";
import type { Journal } from "../../server/journal/journal.ts";
import { exchangeOf } from "./sample-exchange.ts";

const LIMITS = { perMerchant: 2 * FEED_MAX, bytesPerMerchant: 1e9, bytes: 1e9, merchants: 100 };

describe("following the journal", () => {
  let journal: Journal;
  let feed: ExchangeFeed;
  let [told, ended, now] = [0, 0, 0];
  beforeEach(() => {
    journal = createJournal(LIMITS, () => now);
    feed = createExchangeFeed(journal);
    [told, ended, now] = [0, 0, 0];
  });

  const follow = (options: Partial<FollowOptions> = {}): Follower =>
    feed.follow({
      ...{ filter: {}, after: undefined, ...options },
      onNews: () => (told += 1),
      onEnd: () => (ended += 1),
    });
  const record = (...ids: readonly string[]): void => {
    for (const id of ids) journal.record(exchangeOf(id, { merchantId: id.charAt(0) }));
  };
  const taken = (follower: Follower): unknown => {
    const { exchanges, missed } = follower.take();
    return [exchanges.map(({ id }) => id), missed];
  };

  it("tells what comes from then on, once and oldest first", () => {
    record("A1");
    const follower = follow();
    record("A2", "A3");
    expect(told).to.equal(2);
    expect(taken(follower)).to.deep.equal([["A2", "A3"], 0]);
    expect(taken(follower)).to.deep.equal([[], 0]);
  });

  it("tells only what its filter means", () => {
    const follower = follow({ filter: { merchant: "B" } });
    record("A1", "B1");
    expect(taken(follower)).to.deep.equal([["B1"], 0]);
  });

  it("goes on behind the exchange that was seen last", () => {
    record("A1", "A2", "A3");
    expect(taken(follow({ after: "A1" }))).to.deep.equal([["A2", "A3"], 0]);
  });

  it("goes on before the last one for somebody who has seen it elsewhere, where another came later", () => {
    const ofOne = createExchangeFeed(journal, 100);
    for (const [id, at] of Object.entries({ A1: 0, B1: 60, A2: 150, A3: 160 })) {
      now = at;
      record(id);
    }
    const back = (after: string): unknown =>
      taken(ofOne.follow({ filter: {}, after, onNews: () => undefined, onEnd: () => undefined }));
    expect(back("A2")).to.deep.equal([["B1", "A2", "A3"], 0]);
    expect(back("A1")).to.deep.equal([["A1", "B1", "A2", "A3"], 0]);
    expect(back("never")).to.deep.equal([[], undefined]);
  });

  it("says that something is missing when that one is gone, or too many came since", () => {
    record("A0", ...Array.from({ length: FEED_MAX + 1 }, (_, index) => `A${index + 1}`));
    expect(follow({ after: "never" }).take()).to.deep.equal({ exchanges: [], missed: undefined });
    const { exchanges, missed } = follow({ after: "A0" }).take();
    expect([exchanges.length, exchanges.at(-1)?.id, missed]).to.deep.equal([
      FEED_MAX,
      `A${FEED_MAX + 1}`,
      undefined,
    ]);
  });

  it("keeps a bounded number for one who does not take them, and counts the others", () => {
    const follower = follow();
    const count = 3 * FEED_MAX;
    for (let index = 0; index < count; index += 1) record(`A${index}`);
    const { exchanges, missed = 0 } = follower.take();
    expect(exchanges.length).to.be.at.most(FEED_MAX);
    expect(exchanges.length + missed).to.equal(count);
    expect(exchanges.at(-1)?.id).to.equal(`A${count - 1}`);
  });

  it("tells nothing to one who has left", () => {
    const follower = follow();
    follower.leave();
    record("A1");
    feed.stop();
    expect([told, ended, taken(follower)]).to.deep.equal([0, 0, [[], 0]]);
  });

  it("ends everybody when the sandbox stops, and those who come later", () => {
    follow();
    feed.stop();
    follow();
    expect(ended).to.equal(2);
  });
});
