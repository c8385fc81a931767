import { expect } from "chai";
import request from "supertest";
import type { Exchange } from "../../server/domain/exchange.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";

describe("the journal's size", () => {
  it("is bounded for each merchant alone, and what was pushed out is not found", async () => {
    const running = await startTestSandbox({ SANDBOX_JOURNAL_SIZE: "5" });
    try {
      const quiet = clientOf(running.sandbox.url, "TESTQUIET");
      const busy = clientOf(running.sandbox.url, "TESTBUSY");
      const first = await quiet.getOrder("none");
      const pushedOut = await busy.getOrder("none");
      for (let call = 0; call < 20; call += 1) await busy.getOrder("none");
      const found = await request(running.sandbox.url).get("/_sandbox/v1/exchanges?merchant=TESTBUSY");
      expect((found.body as { readonly exchanges: readonly Exchange[] }).exchanges).to.have.length(5);
      expect((await quiet.why(first)).merchantId).to.equal("TESTQUIET");
      expect(await busy.why(pushedOut)).to.include({ title: "No such exchange", status: 404 });
    } finally {
      await running.stop();
    }
  });
});
