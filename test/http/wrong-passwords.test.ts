import { expect } from "chai";
import { createWrongPasswords } from "../../server/http/wrong-passwords.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import { pay } from "../support/requests.ts";

const GUESSER = { merchant: "TESTSHOP", address: "10.0.0.7", isKnown: true };

/** Wrong passwords by a stopwatch that stands where the test puts it, and what they came to. */
function counted() {
  const paused: number[] = [];
  const logged: unknown[] = [];
  let now = 0;
  const wrong = createWrongPasswords({
    warn: (tried) => logged.push(tried),
    stopwatch: () => now,
    pause: (ms) => {
      paused.push(ms);
      return Promise.resolve();
    },
  });
  return {
    paused,
    logged,
    wait: (ms: number) => {
      now += ms;
    },
    fail: async (times: number, who = GUESSER) => {
      for (let attempt = 0; attempt < times; attempt += 1) await wrong.refused(who);
    },
  };
}

describe("wrong passwords", () => {
  it("are answered at once five times, and then later and later, up to two seconds", async () => {
    const { fail, paused } = counted();
    await fail(12);
    expect(paused).to.deep.equal([100, 200, 400, 800, 1600, 2000, 2000]);
  });

  it("are logged with merchant and address, ever more rarely", async () => {
    const { fail, logged } = counted();
    await fail(9);
    const attempts = [1, 2, 4, 8];
    expect(logged).to.deep.equal(attempts.map((count) => ({ ...GUESSER, attempts: count })));
  });

  it("are forgotten after a minute without another, and counted for each merchant and address", async () => {
    const { fail, paused, wait } = counted();
    await fail(5);
    await fail(5, { ...GUESSER, merchant: "TESTOTHER" });
    await fail(5, { ...GUESSER, address: "10.0.0.8" });
    wait(60_001);
    await fail(5);
    expect(paused).to.deep.equal([]);
  });

  it("of a thousand other guessers push out what was counted of the oldest, and nothing else", async () => {
    const { fail, paused } = counted();
    await fail(5);
    for (let other = 0; other < 999; other += 1) await fail(1, { ...GUESSER, address: `10.1.0.${other}` });
    await fail(1);
    expect(paused, "still counted").to.deep.equal([100]);
    for (let other = 0; other < 1_000; other += 1) await fail(1, { ...GUESSER, address: `10.2.0.${other}` });
    await fail(1);
    expect(paused, "begins anew").to.deep.equal([100]);
  });

  it("reach the log of a sandbox, while the right one and a missing one do not", async () => {
    const running = await startTestSandbox();
    const call = { order: "1", transaction: "1", body: pay() };
    expect((await clientOf(running.sandbox.url, "TESTGUESS", "wrong").put(call)).status).to.equal(401);
    expect(
      (await fetch(`${running.sandbox.url}/api/rest/version/100/merchant/TESTGUESS/order/1`)).status,
    ).to.equal(401);
    expect((await clientOf(running.sandbox.url, "TESTGUESS").put(call)).status).to.equal(201);
    expect((await clientOf(running.sandbox.url, "NOBODY").put(call)).status).to.equal(401);
    await running.stop();
    const lines = running
      .logged()
      .split("\n")
      .filter((line) => line.includes("address"));
    const tried = { level: "warn", address: "127.0.0.1", attempts: 1 };
    expect(lines.map((line) => JSON.parse(line) as unknown)).to.deep.equal([
      { ...tried, event: "wrong-password", merchant: "TESTGUESS" },
      { ...tried, event: "unknown-merchant", merchant: "NOBODY" },
    ]);
  });
});
