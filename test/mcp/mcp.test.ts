import { request as requestPlain } from "node:http";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { inFolder, MAIN, startServer } from "../process/built-server.ts";
import { makeTestCertificates } from "../support/certificates.ts";
import { capture, pay } from "../support/requests.ts";
import { connected, openForSuite } from "./agent.ts";
import type { Agent } from "./agent.ts";

const TOOLS = [
  ...[
    "about",
    "answer_inbox",
    "arm_rule",
    "check_request",
    "check_scenario",
    "choose_scenarios",
    "describe_operation",
  ],
  ...[
    "disarm_rule",
    "explain_exchange",
    "get_clock",
    "get_conduct",
    "get_exchange",
    "get_findings",
    "get_inbox",
    "get_order",
  ],
  ...[
    "get_scenarios_of_merchant",
    "list_armed_rules",
    "list_exchanges",
    "list_holds",
    "list_inboxes",
    "list_merchants",
  ],
  ...["list_notifications", "list_orders", "list_scenarios", "list_test_cards", "read_scenario"],
  ...["release_hold", "reproduce", "resend_notification", "reset", "send_request", "set_clock", "verify"],
  "write_scenario",
];

const MERCHANT = { merchantId: "TESTSHOP" };
const ARMED = { merchantId: "TESTARMED" };
const PLAN = "version: 1\nrules:\n  - { id: all, outcome: BLOCKED }\n";

interface Reached {
  readonly agent: Agent;
  readonly close: () => Promise<unknown>;
}

/** The same sandbox, reached in both ways. */
const WAYS: Readonly<Record<string, (folder: string) => Promise<Reached>>> = {
  "over HTTP": async (folder) => {
    const server = await startServer({ folder, environment: { SANDBOX_WATCH: "off" } });
    const agent = await connected(new StreamableHTTPClientTransport(new URL(`${server.url}/_sandbox/mcp`)));
    return { agent, close: () => agent.client.close().then(server.stop) };
  },
  "over stdio, with a sandbox of its own": async (folder) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, "mcp"],
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "" },
    });
    const agent = await connected(transport);
    return { agent, close: agent.client.close.bind(agent.client) };
  },
};

for (const [way, reach] of Object.entries(WAYS)) {
  describe(`the tools for coding agents ${way}`, () => {
    const reached = openForSuite(reach);

    it("are listed with what they take and what they change", async () => {
      const { client } = reached().agent;
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).to.deep.equal(TOOLS);
      const hints = new Map(tools.map(({ name, annotations }) => [name, annotations]));
      expect(hints.get("list_orders")).to.include({ readOnlyHint: true });
      expect(hints.get("reset")).to.include({ readOnlyHint: false, destructiveHint: true });
      expect(hints.get("choose_scenarios")).to.include({ idempotentHint: true, destructiveHint: false });
      const search = tools.find(({ name }) => name === "list_orders")?.inputSchema;
      expect(search?.required).to.deep.equal(["merchantId"]);
      expect(Object.keys(search?.properties ?? {})).to.include.members(["search", "status", "limit"]);
      for (const { name, description } of tools) expect(description, name).to.match(/\.$/);
    });

    it("let an agent find out why a request is refused, correct it, and see what became of it", async () => {
      const { use } = reached().agent;
      const path = "order/o-1/transaction/1";
      const described = (await use("describe_operation", { operation: "PAY", version: 60 })) as JsonObject;
      expect(described).to.have.nested.property("components.schemas.PayRequest.properties.order");
      expect(described).to.have.nested.property("example.apiOperation", "PAY");
      const body = { ...pay(), ordr: {} };
      const refused = (await use("send_request", { ...MERCHANT, path, body })) as {
        readonly status: number;
      };
      expect(refused.status).to.equal(400);
      expect(await use("explain_exchange")).to.match(/^ {2}violation: .*ordr/m);
      const full = `/api/rest/version/100/merchant/TESTSHOP/${path}`;
      const checked = (await use("check_request", { ...MERCHANT, path: full, body: pay() })) as JsonObject;
      expect(checked["explanation"]).to.include("Answer: 201 SUCCESS APPROVED.");
      const paid = (await use("send_request", { ...MERCHANT, path, body: pay() })) as JsonObject;
      expect(paid).to.have.nested.property("body.result", "SUCCESS");
      expect(await use("get_order", { ...MERCHANT, orderId: "o-1" })).to.include({ status: "CAPTURED" });
      const list = (await use("list_orders", { ...MERCHANT, search: "o-1", limit: 1 })) as JsonObject;
      expect(list["orders"]).to.have.length(1);
      const { rows } = (await use("list_exchanges", { status: 201 })) as {
        rows: readonly { id: string }[];
      };
      expect(await use("reproduce", { id: rows[0]?.id ?? "" })).to.have.property("curl");
      expect(JSON.stringify(await use("get_exchange", { id: rows[0]?.id ?? "" }))).to.contain(
        "512345xxxxxx0008",
      );
    });

    it("arm a rule, move the clock, judge, and reset", async () => {
      const { use } = reached().agent;
      await use("arm_rule", { ...ARMED, rule: { outcome: "DECLINED" }, times: 1 });
      const send = { ...ARMED, path: "order/o-1/transaction/1", body: pay() };
      expect(await use("send_request", send)).to.have.nested.property("body.result", "FAILURE");
      const clock = (await use("set_clock", {
        ...ARMED,
        body: { mode: "frozen", at: "2030-01-01T00:00:00Z" },
      })) as JsonObject;
      expect(clock).to.include({ now: "2030-01-01T00:00:00.000Z" });
      expect(await use("get_conduct", ARMED)).to.include({ passed: true });
      const expectations = { expectations: [{ order: "o-1", captured: "5.00" }] };
      expect(await use("verify", { ...ARMED, body: expectations })).to.include({ passed: false });
      expect(await use("reset", { ...ARMED, only: ["orders"] })).to.deep.include({ reset: ["orders"] });
      expect(await use("list_orders", ARMED)).to.deep.equal({ orders: [] });
      expect(await use("list_notifications", ARMED)).to.deep.equal({ notifications: [], isOn: false });
    });

    it("tell in the sandbox's own sentences what is wrong, with no card number in them", async () => {
      const { complaint, client } = reached().agent;
      expect(await complaint("get_order", { ...MERCHANT, orderId: "o-9" })).to.equal(
        "The merchant has no order with this id.",
      );
      expect(await complaint("set_clock", { ...MERCHANT, body: { advance: "a week" } })).to.match(
        /^Send \{"mode"/,
      );
      expect(await complaint("describe_operation", { operation: "PAYY" })).to.match(/has no operation PAYY/);
      expect(await complaint("list_orders", { ...MERCHANT, status: "5123450000000008" })).to.not.contain(
        "5123450000000008",
      );
      const unknown = await client.callTool({ name: "pay_5123450000000008" }).then(
        (answer) => JSON.stringify(answer),
        (error: unknown) => String(error),
      );
      expect(unknown).to.contain("pay_").and.not.contain("5123450000000008");
    });

    it("name the argument that is meant, or that is missing", async () => {
      const { complaint } = reached().agent;
      const unknown = await complaint("list_orders", { merchant: "TESTSHOP" });
      expect(unknown).to.match(/^There is no 'merchant'\. Did you mean 'merchantId'\? Known: merchantId, /);
      const missing = await complaint("send_request", { body: pay() });
      expect(missing).to.equal("Give merchantId and path: the tool cannot do without.");
    });

    it("check a scenario file with the place of each mistake", async () => {
      const { use } = reached().agent;
      const given = { name: "plan", text: PLAN.replace("BLOCKED", "BLOKCED") };
      const { problems } = (await use("check_scenario", given)) as { problems: readonly JsonObject[] };
      expect(problems[0]).to.include({ severity: "error", line: 3 });
      expect(await use("check_scenario", { name: "plan", text: PLAN })).to.deep.equal({ problems: [] });
    });

    it("come with contracts, findings, forms of files, and cards that can be sent", async () => {
      const { client, read } = reached().agent;
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).to.have.members([
        "sandbox://magic-cards",
        "sandbox://findings",
      ]);
      expect(await read("sandbox://magic-cards")).to.match(/"number":"\d{16}"/);
      expect(await read("sandbox://findings")).to.match(/^# /);
      expect(await read("sandbox://contracts/CAPTURE/40")).to.contain('"CaptureRequest"');
      expect(JSON.parse(await read("sandbox://schemas/scenario.json"))).to.have.property("$defs");
    });
  });
}

describe("the Model Context Protocol", () => {
  it("over HTTP asks for the control token beyond loopback, and lets a user do what its role may do", () =>
    inFolder(async (folder) => {
      const environment = { SANDBOX_CONTROL_TOKEN: "let-me-in-0123456789" };
      const server = await startServer({ folder, environment });
      const url = new URL(`${server.url}/_sandbox/mcp`);
      const failure = await connected(new StreamableHTTPClientTransport(url)).catch(
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(Error);
      const requestInit = { headers: { Authorization: "Bearer let-me-in-0123456789" } };
      const { use, client } = await connected(new StreamableHTTPClientTransport(url, { requestInit }));
      expect(await use("about")).to.include({ password: "sandbox" });
      await client.close();
      await server.stop();
    }));

  it("over HTTP works on the TLS listener, too", () =>
    inFolder(async (folder) => {
      const { environment, authorityPem } = await makeTestCertificates(join(folder, "certificates"));
      const server = await startServer({ folder, environment: environment as Record<string, string> });
      const [, url = ""] = / and (https:\S+) /.exec(server.readyLine) ?? [];
      const message = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "about", arguments: {} },
      };
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = request(`${url}/_sandbox/mcp`, {
          method: "POST",
          headers,
          ca: authorityPem,
          agent: false,
        });
        call.once("response", resolve).once("error", reject).end(JSON.stringify(message));
      });
      expect(await text(answer)).to.contain('\\"merchants\\":\\"TEST…');
      await server.stop();
    }));

  const foreign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a page of another origin": { origin: "https://elsewhere.example" },
    "a name that is not listed": { host: "elsewhere.example" },
  };
  for (const [who, headers] of Object.entries(foreign)) {
    it(`over HTTP answers ${who} with 403`, () =>
      inFolder(async (folder) => {
        const server = await startServer({ folder });
        const status = await new Promise((resolve) => {
          const call = requestPlain(`${server.url}/_sandbox/mcp`, { method: "POST", headers }, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          });
          call.end("{}");
        });
        expect(status).to.equal(403);
        await server.stop();
      }));
  }

  it("over stdio talks to a sandbox that runs", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder });
      const args = [MAIN, "mcp", "--url", server.url];
      const agent = await connected(new StdioClientTransport({ command: process.execPath, args }));
      const refund = { ...MERCHANT, path: "order/o-1/transaction/1", body: capture() };
      expect(await agent.use("send_request", refund)).to.include({ status: 400 });
      await agent.client.close();
      const seen = await fetch(`${server.url}/_sandbox/v1/traffic`);
      expect(((await seen.json()) as { rows: readonly object[] }).rows).to.have.length(1);
      await server.stop();
    }));
});
