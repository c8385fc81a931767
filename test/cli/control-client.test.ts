import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { controlClient, controlClientOf } from "../../server/cli/kernel/control-client.ts";
import { UsageError } from "../../server/cli/kernel/command.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { complaintOf } from "./running-command.ts";

const TOKEN = "let-me-in-by-this";

describe("the client of the control API", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({ SANDBOX_CONTROL_TOKEN: TOKEN });
  });
  after(() => running.stop());

  const clientFor = (given: Readonly<Record<string, string>>, environment = {}) =>
    controlClientOf({
      environment,
      given: new Map(Object.entries(given).map(([name, value]) => [name, [value]])),
    });

  it("gives what a path answers, with the token", async () => {
    const client = controlClient({ url: `${running.sandbox.url}/`, token: TOKEN, fetch });
    expect(client.url).to.equal(running.sandbox.url);
    expect(await client.get("/v1/exchanges")).to.deep.equal({ exchanges: [] });
    expect(await client.post("/v1/merchants/TESTA/reset", { only: ["journal"] })).to.deep.equal({
      ...{ merchant: "TESTA", reset: ["journal"] },
    });
  });

  it("takes address and token from the flags, and else from the environment", async () => {
    const { port } = new URL(running.sandbox.url);
    const { url } = running.sandbox;
    const settings: readonly Parameters<typeof clientFor>[] = [
      [
        { url, token: TOKEN },
        { SANDBOX_URL: "http://127.0.0.1:1", SANDBOX_CONTROL_TOKEN: "other" },
      ],
      [{}, { SANDBOX_URL: url, SANDBOX_PORT: "1", SANDBOX_CONTROL_TOKEN: TOKEN }],
      [{ token: TOKEN }, { SANDBOX_PORT: port, PORT: "1" }],
      [{ token: TOKEN }, { PORT: port, SANDBOX_PORT: "" }],
    ];
    for (const [given, environment] of settings) {
      expect(await clientFor(given, environment).get("/v1/holds")).to.deep.include({ holds: [] });
    }
    expect(clientFor({}).url).to.equal("http://127.0.0.1:8620");
  });

  const mistakes: readonly (readonly [
    what: string,
    given: (url: string) => Readonly<Record<string, string>>,
    path: string,
    says: RegExp,
  ])[] = [
    ["a missing token", (url) => ({ url }), "/v1/exchanges", /requires its control token; .*--token/],
    ["a wrong token", (url) => ({ url, token: "x" }), "/v1/exchanges", /rejects this control token/],
    [
      "a problem",
      (url) => ({ url, token: TOKEN }),
      "/v1/exchanges/none",
      /^No exchange has this id.* \(http:.* answered 404 to /,
    ],
    [
      "a sandbox that is not there",
      () => ({ url: "http://127.0.0.1:1" }),
      "/",
      /cannot be reached \(.+\); start/,
    ],
  ];
  for (const [what, given, path, says] of mistakes) {
    it(`says in words what is wrong with ${what}`, async () => {
      const complaint = await complaintOf(clientFor(given(running.sandbox.url)).get(path));
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message).to.match(says).and.not.contain(TOKEN);
    });
  }

  for (const url of ["127.0.0.1:8620", "ftp://host", "http://user:secret@host", "http://host/?a=1", ""]) {
    it(`takes '${url}' for no address`, () => {
      expect(() => controlClient({ url, token: undefined, fetch })).to.throw(
        UsageError,
        /not a valid sandbox URL/,
      );
    });
  }

  const strangers: Readonly<Record<string, RequestListener>> = {
    "answers no JSON": (_request, response) => response.end("<html>"),
    "answers JSON of its own": (_request, response) => response.writeHead(500).end('{"oops":1}'),
    "sends it elsewhere": (_request, response) => response.writeHead(302, { location: "/other" }).end(),
    "hangs up": (request) => request.socket.destroy(),
  };
  for (const [what, listener] of Object.entries(strangers)) {
    it(`says so when what is at the address ${what}`, async () => {
      const server = createServer(listener).listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const complaint = await complaintOf(controlClient({ url, token: TOKEN, fetch }).get("/v1/findings"));
      server.close();
      expect(complaint.name).to.equal("UsageError");
      expect(complaint.message)
        .to.match(/is not a gateway-sandbox|cannot be reached/)
        .and.contain(url);
    });
  }
});
