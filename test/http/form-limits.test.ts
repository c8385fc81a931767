import { expect } from "chai";
import request from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

describe("limits of a form", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const forms = {
    "more than 16384 bytes": [`number=${"1".repeat(16_384)}`, "The body is larger than 16384 bytes"],
    "more than 20 fields": ["a=1&".repeat(21), "The form has too many fields"],
  } as const;
  for (const [what, [form, says]] of Object.entries(forms)) {
    it(`refuse ${what}, and say what the limit is about`, async () => {
      const response = await request(running.sandbox.url).post("/checkout/pay/any").type("form").send(form);
      expect([response.status, /<p>([^<]*)<\/p>/.exec(response.text)?.[1]]).to.deep.equal([413, says]);
    });
  }
});
