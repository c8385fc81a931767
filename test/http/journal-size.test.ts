import { expect } from "chai";
import request from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { pay } from "../support/requests.ts";
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

  it("leaves out bodies of more than 64 KiB, and says so", async () => {
    const running = await startTestSandbox();
    try {
      const client = clientOf(running.sandbox.url, "TESTLARGE");
      const body = { ...pay(), unknown: "x".repeat(70_000) };
      const exchange = await client.why(await client.put({ order: "large", transaction: "1", body }));
      expect(exchange.request.body).to.equal(undefined);
      expect(exchange.request.bytes).to.be.greaterThan(70_000);
      expect(exchange.notes).to.deep.equal(["The body is not recorded: it has more than 65536 bytes."]);
    } finally {
      await running.stop();
    }
  });
});
