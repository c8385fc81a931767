import { expect } from "chai";
import { readArguments } from "../../server/cli/kernel/arguments.ts";
import type { Terminal } from "../../server/cli/kernel/command.ts";
import { openApiCommand } from "../../server/cli/openapi.ts";
import { UsageError } from "../../server/cli/kernel/command.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { documentOf } from "./documents.ts";

/** What the command line prints; rejects with its mistake. */
async function printed(...flags: readonly string[]): Promise<JsonObject> {
  const asked = readArguments(["openapi", ...flags], {}, new Map([["openapi", openApiCommand]]));
  if (asked.kind !== "run") throw new Error(`${asked.kind} was asked`);
  let text = "";
  const terminal: Pick<Terminal, "print"> = { print: (more) => (text += more) };
  expect(await asked.command.run(asked.invocation, terminal as Terminal)).to.equal(0);
  expect(text.endsWith("}\n")).to.equal(true);
  return JSON.parse(text) as JsonObject;
}

async function refusal(...flags: readonly string[]): Promise<unknown> {
  try {
    return await printed(...flags);
  } catch (error) {
    return error;
  }
}

describe("gateway-sandbox openapi", () => {
  it("prints the document that the sandbox serves, with the URL at which it answers", async () => {
    const { servers, ...document } = await printed("--version", "60");
    const { servers: relative, ...served } = documentOf(60);
    expect(document).to.deep.equal(served);
    expect(relative).to.have.nested.property("[0].url", "/api/rest/version/60");
    expect(servers).to.have.nested.property("[0].url", "http://127.0.0.1:8620/api/rest/version/60");
  });

  const versions: Readonly<Record<string, number>> = { "1": 1, "100": 100, v60: 60, latest: 100 };
  for (const [given, version] of Object.entries(versions)) {
    it(`takes --version ${given}`, async () => {
      expect(await printed("--version", given)).to.have.nested.property("info.version", String(version));
    });
  }

  it("means the newest version when none is named, and another place by --url", async () => {
    const document = await printed("--url", "https://pay.staging.example:8443/");
    const url = "https://pay.staging.example:8443/api/rest/version/100";
    expect(document).to.have.nested.property("servers[0].url", url);
  });

  for (const version of ["0", "101", "01", "1.5", "newest", ""]) {
    it(`refuses --version '${version}'`, async () => {
      const error = await refusal(`--version=${version}`);
      expect(error)
        .to.be.instanceOf(UsageError)
        .with.property("message")
        .that.includes("is not a valid version");
    });
  }

  for (const url of [
    ...["sandbox", "ftp://sandbox/", "http://sandbox/path", "http://sandbox/?a", "http://a:b@sandbox/"],
  ]) {
    it(`refuses --url ${url}`, async () => {
      const error = await refusal("--url", url);
      expect(error).to.be.instanceOf(UsageError).with.property("message").that.includes("is not a URL like");
    });
  }
});
