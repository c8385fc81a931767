import { expect } from "chai";
import request from "supertest";
import { pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

describe("the report page of a merchant", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({});
  });
  after(() => running.stop());

  const page = (merchant: string): request.Test =>
    request(running.sandbox.url).get(`/_sandbox/v1/merchants/${merchant}/report.html`);

  it("tells conduct, findings, coverage and outcomes of this merchant alone, with markup as text", async () => {
    const body = withValue(pay(), "order.amont", "1");
    await clientOf(running.sandbox.url, "TESTPAGE").put({ order: HOSTILE, transaction: "1", body });
    const stranger = withValue(pay(), "order.strange", "1");
    await clientOf(running.sandbox.url, "TESTOTHER").put({ order: "o", transaction: "1", body: stranger });
    const { status, text, type } = await page("TESTPAGE");
    expect([status, type]).to.deep.equal([200, "text/html"]);
    for (const part of ["Report: TESTPAGE", "order.amont", "Order transitions", "Outcomes over time"])
      expect(text).to.contain(part);
    expect(text).to.contain("&lt;img src=x").and.not.contain("<img").and.not.contain("order.strange");
  });

  it("is there before the first request", async () => {
    const { status, text } = await page("TESTEMPTY");
    expect(status).to.equal(200);
    expect(text).to.contain("<strong>passed</strong>");
  });

  it("is of merchants that there are", async () => {
    expect((await page("STRANGER")).status).to.equal(404);
  });
});
