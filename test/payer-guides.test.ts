import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { startTestSandbox } from "./support/sandbox.ts";
import type { TestSandbox } from "./support/sandbox.ts";

const run = promisify(execFile);

/** Where the pages say that the sandbox is. */
const PRINTED = "http://127.0.0.1:8620";

interface Done {
  readonly status: string;
  readonly body: string;
}

describe("the guides to payers' pages", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const here = (text: string): string => text.replaceAll(PRINTED, running.sandbox.url);
  const pageOf = (name: string): Promise<string> =>
    readFile(new URL(`../docs/${name}.md`, import.meta.url), "utf8");
  const commandsOf = (page: string): readonly string[] =>
    [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);

  async function done(command: string): Promise<Done> {
    const told = here(command).replace(/^curl /, "curl -s -w '\\n%{http_code}' ");
    const lines = (await run("sh", ["-c", told])).stdout.split("\n");
    return { status: lines.pop() ?? "", body: lines.join("\n") };
  }

  it("begin, pay and link a hosted checkout, and let payers act by themselves", async () => {
    const page = await pageOf("hosted-checkout");
    const [begin = "", link = "", habits = "", ...others] = commandsOf(page);
    expect(others).to.deep.equal([]);
    const begun = await done(begin);
    expect(begun.status, begun.body).to.equal("201");
    const { session } = JSON.parse(begun.body) as { readonly session: { readonly id: string } };

    const [, path = "", act = ""] = /^POST (\S+checkouts\/)\S+\n\n(\{.*\})$/m.exec(page) ?? [];
    const acted = await fetch(running.sandbox.url + path + session.id, { method: "POST", body: act });
    expect(await acted.json()).to.include({ gatewayCode: "APPROVED" });

    const linked = await done(link);
    expect(linked.status, linked.body).to.equal("201");
    expect(JSON.parse(linked.body)).to.have.nested.property("paymentLink.url");
    const { status, body } = await done(habits);
    expect(status, body).to.match(/^20[04]$/);
  });

  it("authenticate a payer, let the issuer answer, and pay with the authentication", async () => {
    for (const command of commandsOf(await pageOf("three-d-secure")).slice(0, 4)) {
      const { status, body } = await done(command);
      expect(status, `${command}${body}`).to.match(/^20[01]$/);
    }
    const order = await fetch(
      `${running.sandbox.url}/api/rest/version/100/merchant/TESTSHOP/order/secure-1`,
      {
        headers: { authorization: `Basic ${btoa("merchant.TESTSHOP:sandbox")}` },
      },
    );
    expect(await order.json()).to.include({ status: "CAPTURED" });
  });

  it("check an enrollment of the first generation, and let the issuer answer", async () => {
    const [check = "", answer = "", ...others] = commandsOf(await pageOf("three-d-secure")).slice(4);
    expect(others).to.deep.equal([]);
    const checked = await done(check);
    expect(checked.status, checked.body).to.match(/^20[01]$/);
    expect(JSON.parse(checked.body)).to.have.nested.property("3DSecure.summaryStatus", "CARD_ENROLLED");
    expect(JSON.parse((await done(answer)).body)).to.have.property("paRes");
  });

  it("load scripts that are there", async () => {
    const pages = await Promise.all(["hosted-checkout", "hosted-session", "three-d-secure"].map(pageOf));
    const scripts = pages.map((page) => [...page.matchAll(/src="(http[^"]+)"/g)].map(([, src = ""]) => src));
    for (const src of scripts.flat()) {
      const response = await fetch(here(src));
      expect([src, response.status, response.headers.get("content-type")]).to.deep.equal([
        ...[src, 200, "text/javascript; charset=utf-8"],
      ]);
    }
    expect(scripts.map((them) => them.length > 0)).to.deep.equal([true, true, true]);
  });
});
