import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { COMMANDS } from "../../server/cli/commands.ts";
import { commandHelp, readArguments } from "../../server/cli/kernel/arguments.ts";
import { explainHere, explainThere, readExplainFile } from "../../server/cli/explain/explain.ts";
import { controlClient } from "../../server/cli/kernel/control-client.ts";
import { UsageError } from "../../server/cli/kernel/command.ts";
import { explainCommand } from "../../server/cli/explain/command.ts";
import { inFolder, run } from "../process/built-server.ts";
import { authorize, capture, pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import { runCommand } from "./running-command.ts";

const pathOf = (transaction: string): string =>
  `/api/rest/version/100/merchant/TESTSHOP/order/7/transaction/${transaction}`;

describe("the command explain", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-explain-test-"));
  });
  after(() => rm(folder, { recursive: true }));

  const written = async (content: string): Promise<string> => {
    const file = join(folder, "request.json");
    await writeFile(file, content);
    return file;
  };

  it("shows in its help a file that it can read", async () => {
    const example = (explainCommand.input ?? []).filter((line) => line.startsWith("  ")).join("\n");
    const { explanation } = await explainHere({}, readExplainFile(await written(example)));
    expect(explanation.join("\n"))
      .to.match(/^Contract: CAPTURE of version 100 is checked against/)
      .and.not.contain("violation");
    expect(commandHelp("explain", explainCommand)).to.contain(example);
  });

  it("explains a request behind others in a sandbox of its own", async () => {
    const before = [{ path: pathOf("1"), body: authorize("20.00") }];
    const file = await written(JSON.stringify({ path: pathOf("2"), body: capture("20.00"), before }));
    const { explanation } = await explainHere({}, readExplainFile(file));
    expect(explanation).to.include("Order: AUTHORIZED becomes CAPTURED.");
    expect(explanation.at(-1)).to.equal("Answer: 201 SUCCESS APPROVED.");
  });

  it("asks a running sandbox about its own orders, and changes none", async () => {
    const { sandbox, stop } = await startTestSandbox();
    try {
      const client = clientOf(sandbox.url, "TESTSHOP");
      await client.put({ order: "7", transaction: "1", body: authorize("20.00") });
      const file = await written(JSON.stringify({ path: pathOf("2"), body: capture("30.00") }));
      const control = controlClient({ url: sandbox.url, token: undefined, fetch });
      const { explanation, exchange } = await explainThere(control, readExplainFile(file));
      expect(exchange.answer.status).to.equal(400);
      expect(explanation.some((line) => line.startsWith("Refused:"))).to.equal(true);
      expect((await client.getOrder("7")).body).to.include({ status: "AUTHORIZED" });
    } finally {
      await stop();
    }
  });

  it("tells of a recorded exchange, by its id, why it was answered so", async () => {
    const { sandbox, stop } = await startTestSandbox();
    try {
      const client = clientOf(sandbox.url, "TESTSHOP");
      const refused = await client.put({ order: "7", transaction: "1", body: capture("20.00") });
      const id = refused.get("X-Sandbox-Exchange") ?? "";
      const { exit, printed } = await runCommand(explainCommand, [id, "--url", sandbox.url]);
      expect(printed).to.match(/^Refused: /m);
      expect(exit).to.equal(1);
    } finally {
      await stop();
    }
  });

  it("reads a request from standard input", () =>
    inFolder(async (place) => {
      await writeFile(join(place, "in.json"), JSON.stringify({ path: pathOf("1"), body: pay() }));
      const program = run({ folder: place, arguments: ["explain", "-"], shell: "exec < in.json" });
      expect((await program.ended).code, program.stderr()).to.equal(0);
      expect(program.stdout()).to.match(/^Answer: 201 SUCCESS APPROVED\.$/m);
    }));

  const BROKEN: Readonly<Record<string, readonly [content: string, says: RegExp]>> = {
    "no JSON": ["{", /request\.json:1:2 invalid JSON: the file ends too early$/],
    "a comma too much": ['{\n  "path": "/",\n}', /request\.json:3:1 invalid JSON: unexpected character '}'$/],
    "a slip in a key": [
      JSON.stringify({ path: pathOf("1"), bdoy: {} }),
      /unknown key "bdoy"; did you mean "body"\?$/,
    ],
    "a slip in a key of before": [
      JSON.stringify({ path: pathOf("1"), before: [{ pth: pathOf("1") }] }),
      /"before": unknown key "pth"; did you mean "path"\?$/,
    ],
    "a method that is none": [
      JSON.stringify({ path: pathOf("1"), method: "FETCH" }),
      /"method" \(default PUT/,
    ],
    "a body alone": [
      JSON.stringify(pay()),
      /request\.json: this seems to be a request's body, .* holds method, path and body; write \{"method": "PUT", "path": ".*", "body": …\}$/,
    ],
    "a list": ["[]", /needs a "path"/],
    "no path": ['{"body": {}}', /needs a "path"/],
    "a path of another server": ['{"path": "/v1/payments"}', /needs a "path"/],
    "before that is no list": [JSON.stringify({ path: pathOf("1"), before: {} }), /"before" must be a list/],
  };
  for (const [what, [content, says]] of Object.entries(BROKEN)) {
    it(`refuses a file with ${what} in one sentence`, async () => {
      const file = await written(content);
      expect(() => readExplainFile(file))
        .to.throw(UsageError)
        .with.property("message")
        .that.matches(says);
    });
  }

  it("refuses when a request before is refused itself", async () => {
    const before = [{ path: pathOf("1"), body: capture("20.00") }];
    const file = await written(JSON.stringify({ path: pathOf("2"), body: pay(), before }));
    const failure = await explainHere({}, readExplainFile(file)).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(UsageError)
      .with.property("message")
      .that.matches(/answered 400/);
  });

  it("says why a file cannot be read", () => {
    expect(() => readExplainFile(join(folder, "gone.json"))).to.throw(/not readable: file not found$/);
    expect(() => readExplainFile(folder)).to.throw(/not readable: it is a folder$/);
  });

  const called = async (...args: readonly string[]): Promise<string> => {
    const asked = readArguments(["explain", ...args], {}, COMMANDS);
    if (asked.kind !== "run") throw new Error("not run");
    const printed: string[] = [];
    const terminal = { print: (text: string) => printed.push(text) } as never;
    await asked.command
      .run(asked.invocation, terminal)
      .catch((error: unknown) => printed.push(String(error)));
    return printed.join("");
  };

  it("takes the settings of its own sandbox as flags", async () => {
    await mkdir(join(folder, "plan"), { recursive: true });
    const rules = '[{ id: mine, when: { amount: "66.66" }, outcome: BLOCKED }]';
    await writeFile(join(folder, "plan", "checkout.yaml"), `version: 1\nrules: ${rules}\n`);
    const file = await written(JSON.stringify({ path: pathOf("1"), body: pay("66.66") }));
    const flags = ["--scenario-folder", join(folder, "plan"), "--scenarios", "checkout"];
    expect(await called(file, ...flags)).to.match(/Answer: 201 FAILURE BLOCKED/);
    const expired = await written(JSON.stringify({ path: pathOf("1"), body: pay("1.00") }));
    expect(await called(expired, ...flags, "--clock", "2045-01-01T00:00:00Z")).to.match(/EXPIRED_CARD/);
  });

  it("refuses flags that have no effect", async () => {
    const file = await written(JSON.stringify({ path: pathOf("1"), body: pay() }));
    const there = ["--url", "http://127.0.0.1:9"];
    expect(await called(file, ...there, "--seed", "2")).to.match(/--seed configures a temporary sandbox/);
    expect(await called(file, "--token", "x")).to.match(/--token is only for a running sandbox/);
  });

  it("never tells where its own sandbox answers", async () => {
    const content = { path: "/api/rest/version/100/merchant/NOBODY/order/1", body: {} };
    const told = await called(await written(JSON.stringify(content)));
    expect(told)
      .to.match(/request\.json: .*merchant/i)
      .and.not.match(/127\.0\.0\.1/);
  });
});
