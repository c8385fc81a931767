import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { explainHere, explainThere, readExplainFile } from "../../server/cli/explain.ts";
import { controlClient } from "../../server/cli/control-client.ts";
import { UsageError } from "../../server/cli/usage-error.ts";
import { authorize, capture, pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";

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

  const BROKEN: Readonly<Record<string, readonly [content: string, says: RegExp]>> = {
    "no JSON": ["{", /it is no JSON/],
    "a list": ["[]", /needs a "path"/],
    "no path": ['{"body": {}}', /needs a "path"/],
    "a path of another server": ['{"path": "/v1/payments"}', /needs a "path"/],
    "before that is no list": [JSON.stringify({ path: pathOf("1"), before: {} }), /"before" is a list/],
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
});
