import { expect } from "chai";
import { compileScripts } from "../../scripts/bench/compiled.ts";
import type { Compiled } from "../../scripts/bench/compiled.ts";
import { OPERATIONS } from "../../scripts/bench/operations.ts";
import { AUTHORIZATION, FLOWS } from "../../scripts/bench/requests.ts";
import type { Flow, Step } from "../../scripts/bench/requests.ts";
import { send } from "../../scripts/bench/sending.ts";
import { startScript } from "../../scripts/bench/servers.ts";
import type { Server } from "../../scripts/bench/servers.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const FLOW_NAMES = Object.keys(FLOWS) as Flow[];

describe("the benchmark's requests", () => {
  let test: TestSandbox;
  let compiled: Compiled;
  let reference: Server;
  before(async () => {
    test = await startTestSandbox();
    compiled = await compileScripts();
    reference = await startScript("reference.js", { folder: compiled.folder, core: undefined });
  });
  after(async () => {
    await reference.close();
    await compiled.remove();
    await test.stop();
  });

  for (const flow of FLOW_NAMES) {
    it(`are answered as ${flow} says, by the sandbox and by the reference`, async () => {
      for (const { url } of [test.sandbox, reference]) {
        for (const step of FLOWS[flow]) await send(url, step, `order-of-${flow.replace(/ /g, "-")}`);
      }
    });
  }

  for (const { name, before: earlier, step } of OPERATIONS) {
    it(`are taken by the sandbox when they are ${name}`, async () => {
      const order = `first-${name.replace(/\W/g, "-")}`;
      if (earlier !== undefined) await send(test.sandbox.url, earlier, order);
      expect(await send(test.sandbox.url, step, order)).to.be.above(0);
    });
  }

  it("get about 1.5 kB from the reference, built from what was sent", async () => {
    const answer = await sent(reference.url, FLOWS.PAY[0]);
    expect(answer.length).to.be.within(1400, 1700);
    expect(JSON.parse(answer)).to.deep.include({
      customer: FLOWS.PAY[0].body?.["customer"],
      merchant: "TESTBENCH",
    });
    expect(answer).not.to.include("5123450000000008").and.not.to.include('securityCode":"100');
  });

  it("fail with the answer when it is another one", async () => {
    const wrong = { ...FLOWS["refused PAY"][0], status: 201 as const };
    const failure: unknown = await send(test.sandbox.url, wrong, "order-wrong").catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.an("error").with.property("message").that.includes("was answered 400");
  });
});

async function sent(url: string, { method, path, body }: Step): Promise<string> {
  const answer = await fetch(url + path("order-seen"), {
    method,
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.text();
}
