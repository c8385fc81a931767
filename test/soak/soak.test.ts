import { expect } from "chai";
import { taken } from "../support/length.ts";
import { itWithPostgres, openPostgres } from "../support/postgres.ts";
import { soak } from "./soak.ts";

/** In five rounds all befalls the processes that can. */
const ROUNDS = taken({ whole: 5, part: 2 });
const SEED = 20_261_123;

describe("processes that are killed, stopped, and run out of disk or database under load", function () {
  this.timeout(180_000);

  it("keep everything that was acknowledged, once, in the log of a data folder", async () => {
    const { faults, blows, acknowledged, notified } = await soak({
      ...{ rounds: ROUNDS, seed: SEED, postgres: undefined },
    });
    expect(faults).to.deep.equal([]);
    expect(Object.values(blows).reduce((sum, count) => sum + count, 0)).to.equal(ROUNDS);
    expect(acknowledged).to.be.greaterThan(40 * ROUNDS);
    expect(notified).to.equal(acknowledged);
  });

  itWithPostgres(
    "keep everything that was acknowledged, once, in a database that two share",
    async function () {
      const postgres = await openPostgres("own");
      const { faults, blows, acknowledged, notified } = await soak({ rounds: ROUNDS, seed: SEED, postgres });
      await postgres.stop();
      expect(faults).to.deep.equal([]);
      expect(Object.values(blows).reduce((sum, count) => sum + count, 0)).to.equal(ROUNDS);
      expect(acknowledged).to.be.greaterThan(40 * ROUNDS);
      expect(notified).to.equal(acknowledged);
    },
  );
});
