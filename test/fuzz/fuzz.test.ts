import { expect } from "chai";
import { inFolder } from "../process/built-server.ts";
import { taken } from "../support/length.ts";
import { fuzz } from "./fuzzing.ts";

const REQUESTS = taken({ whole: 20_000, part: 5_000 });
const SEED = 20_261_123;
/** What the payments that are right take, and what the process keeps of them in its journal, is much less. */
const MEMORY_MIB_MAX = 600;

describe("requests that nobody means to send", function () {
  this.timeout(300_000);

  it("get an answer that is no fault of ours, hold nobody up, and leave a server that stops cleanly", () =>
    inFolder(async (folder) => {
      const { statuses, failures, stalls, memory, exitCode, log } = await fuzz({
        ...{ requests: REQUESTS, seed: SEED, folder },
      });
      expect(failures).to.deep.equal([]);
      expect(stalls).to.deep.equal([]);
      expect(memory[1]).to.be.below(MEMORY_MIB_MAX);
      expect(exitCode).to.equal(0);
      expect(log).to.equal("");
      // Neither all right nor all wrong: the requests reach every step.
      for (const status of [0, 200, 201, 400, 401, 404, 405])
        expect(statuses[status] ?? 0, `answers ${status}`).to.be.greaterThan(20);
    }));
});
