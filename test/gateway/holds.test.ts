import { expect } from "chai";
import { createHolds } from "../../server/gateway/time/holds.ts";
import type { HeldRequest } from "../../server/gateway/time/holds.ts";
import { createWaits } from "../../server/gateway/time/waits.ts";

const held = (id: string, merchantId = "TESTA"): HeldRequest => ({
  id,
  merchantId,
  operation: "CAPTURE",
  orderId: "order",
  transactionId: "1",
  at: "before-commit",
  heldBy: undefined,
});

describe("held requests", () => {
  it("wait until they are released, each by its id, and are listed oldest first", async () => {
    const holds = createHolds();
    const [one, two] = [holds.hold(held("1")), holds.hold(held("2", "TESTB"))];
    expect(holds.list(undefined).map(({ id }) => id)).to.deep.equal(["1", "2"]);
    expect(holds.list("TESTB").map(({ id }) => id)).to.deep.equal(["2"]);
    expect([holds.release("2"), holds.release("2"), holds.release("3")]).to.deep.equal([true, false, false]);
    expect(await two).to.equal("released");
    expect(holds.list(undefined)).to.have.length(1);
    holds.close();
    expect(await one).to.equal("closing");
  });

  it("go on by themselves when the longest time is over", async () => {
    const holds = createHolds(1);
    expect(await holds.hold(held("1"))).to.equal("expired");
    expect(holds.list(undefined)).to.deep.equal([]);
  });

  it("are not held any more once the sandbox stops, and nobody waits for them", async () => {
    const holds = createHolds();
    const waiting = holds.waitFor("TESTA", 1, 60_000);
    holds.close();
    expect(await waiting).to.equal(false);
    expect(await holds.hold(held("1"))).to.equal("closing");
  });

  it("can be waited for: as many as asked for, of one merchant or of all, within a time", async () => {
    const holds = createHolds();
    const [two, ofB] = [holds.waitFor(undefined, 2, 60_000), holds.waitFor("TESTB", 1, 60_000)];
    void holds.hold(held("1"));
    expect(await holds.waitFor("TESTB", 1, 1)).to.equal(false);
    void holds.hold(held("2", "TESTB"));
    expect(await Promise.all([two, ofB])).to.deep.equal([true, true]);
    holds.close();
  });
});

describe("delays and holds", () => {
  it("waits for a delay, and no longer when the sandbox stops", async () => {
    const waits = createWaits();
    expect(await waits.delay("TESTA", 1)).to.equal("over");
    const long = waits.delay("TESTA", 60_000);
    waits.close();
    expect(await long).to.equal("closing");
    expect(await waits.delay("TESTA", 60_000)).to.equal("closing");
  });

  it("ends for one merchant that is reset, and for no other", async () => {
    const waits = createWaits();
    const ended = [waits.delay("TESTA", 60_000), waits.hold(held("1"))];
    const others = [waits.delay("TESTB", 60_000), waits.hold(held("2", "TESTB"))];
    waits.breakOff("TESTA");
    expect(await Promise.all(ended)).to.deep.equal(["reset", "reset"]);
    waits.close();
    expect(await Promise.all(others)).to.deep.equal(["closing", "closing"]);
  });
});
