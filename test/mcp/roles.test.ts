import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { hashOf } from "../../server/http/control/access/users.ts";
import { CONTROL_TOOLS } from "../../server/http/mcp/tools.ts";
import { inFolder, startServer } from "../process/built-server.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { connected, openForSuite } from "./agent.ts";
import type { Agent } from "./agent.ts";

const USERS = [
  { name: "looker", role: "look" },
  { name: "team", role: "test", merchants: ["TESTTEAM"] },
  { name: "chief", role: "administer" },
];
const tokenOf = (name: string): string => `the-token-of-${name}`;

/** How a sandbox knows who calls. */
interface Way {
  readonly title: string;
  /** Whether the users have tokens. */
  readonly hasTokens: boolean;
  readonly headersOf: (name: string) => Readonly<Record<string, string>>;
}

const BY_TOKEN: Way = {
  title: "known by a token",
  hasTokens: true,
  headersOf: (name) => ({ Authorization: `Bearer ${tokenOf(name)}` }),
};

/** The proxy passes its own name of the sandbox on as Host, as most do unless they are told otherwise. */
const BY_PROXY: Way = {
  title: "named by a trusted proxy",
  hasTokens: false,
  headersOf: (name) => ({ "X-Forwarded-Email": name, "X-Forwarded-Host": "sandbox.example" }),
};

const ENVIRONMENT = {
  SANDBOX_USERS: "users.json",
  SANDBOX_USER_HEADER: "X-Forwarded-Email",
  SANDBOX_TRUSTED_PROXIES: "127.0.0.1",
  SANDBOX_CONTROL_HOSTS: "sandbox.example",
};

/** The gateway answers it to whoever has the merchant's password, as it does without a tool. */
const OF_THE_GATEWAY = "send_request";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

/** What the schema takes, with no more than it asks for. */
function sampleOf(schema: Schema): unknown {
  if (schema.oneOf !== undefined) return sampleOf(schema.oneOf[0] ?? {});
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === "object")
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
    );
  if (schema.type === "array") return [];
  return schema.type === "integer" ? (schema.minimum ?? 1) : "x";
}

interface Scene {
  readonly url: string;
  readonly looker: Agent;
  readonly team: Agent;
  /** The arguments of each tool, about a merchant that the team may not reach. */
  readonly foreign: ReadonlyMap<string, JsonObject>;
  readonly close: () => Promise<void>;
}

async function sceneIn(folder: string, { hasTokens, headersOf }: Way): Promise<Scene> {
  const users = USERS.map((user) => ({
    ...user,
    ...(hasTokens && { token: `sha256:${hashOf(tokenOf(user.name))}` }),
  }));
  await writeFile(join(folder, "users.json"), JSON.stringify({ users }));
  const server = await startServer({ folder, environment: ENVIRONMENT });
  const paid = await clientOf(server.url, "TESTOTHER").put({
    order: "secret-1",
    transaction: "1",
    body: pay(),
  });
  const agentOf = (name: string): Promise<Agent> => {
    const url = new URL(`${server.url}/_sandbox/mcp`);
    const requestInit = { headers: headersOf(name) };
    return connected(new StreamableHTTPClientTransport(url, { requestInit }));
  };
  const [looker, team] = await Promise.all([agentOf("looker"), agentOf("team")]);
  const known = { merchantId: "TESTOTHER", orderId: "secret-1", id: paid.get("X-Sandbox-Exchange") ?? "" };
  const { tools } = await looker.client.listTools();
  const foreign = tools.map(({ name, inputSchema }) => {
    const sample = sampleOf(inputSchema as Schema) as JsonObject;
    const given = Object.entries(known).filter(([member]) => member in (inputSchema.properties ?? {}));
    return [name, { ...sample, ...Object.fromEntries(given) }] as const;
  });
  const close = async (): Promise<void> => {
    await Promise.all([looker.client.close(), team.client.close()]);
    await server.stop();
  };
  return { url: server.url, looker, team, foreign: new Map(foreign), close };
}

for (const way of [BY_TOKEN, BY_PROXY]) {
  describe(`the tools for coding agents, for callers ${way.title} with the wrong role or merchant,`, () => {
    const scene = openForSuite((folder) => sceneIn(folder, way));

    it("change nothing for who may only look, whichever tool it is", async () => {
      const { looker, foreign } = scene();
      expect(await looker.use("about")).to.have.property("version");
      const changing = CONTROL_TOOLS.filter(({ effect }) => effect !== "read");
      expect(changing).not.to.be.empty;
      for (const { name } of changing)
        expect(await looker.complaint(name, foreign.get(name)), name).to.contain("needs the role");
    });

    it("tell a team nothing of other merchants, whichever tool it is", async () => {
      const { team, foreign } = scene();
      for (const [name, given] of foreign) {
        if (name === OF_THE_GATEWAY) continue;
        const told = await team.use(name, given).then(JSON.stringify, String);
        expect(told, name).not.to.match(/TESTOTHER|secret-1/);
      }
      for (const { name, inputSchema } of CONTROL_TOOLS)
        if (((inputSchema as Schema).required ?? []).includes("merchantId"))
          expect(await team.complaint(name, foreign.get(name)), name).to.contain("may reach TESTTEAM");
    });

    it("let a team change what is its own, and note who it was", async () => {
      const { url, team } = scene();
      await team.use("set_clock", { merchantId: "TESTTEAM", body: { mode: "real" } });
      const audit = await fetch(`${url}/_sandbox/v1/audit`, { headers: way.headersOf("chief") });
      const { changes } = (await audit.json()) as { readonly changes: readonly object[] };
      expect(changes[0]).to.deep.include({
        user: "team",
        path: "/v1/merchants/TESTTEAM/clock",
        status: 200,
      });
    });

    it("take no caller whom nobody entered", async () => {
      const { url } = scene();
      const headers = way.headersOf("stranger");
      const answer = await fetch(`${url}/_sandbox/mcp`, { method: "POST", body: "{}", headers });
      expect(answer.status).to.equal(401);
    });
  });
}

describe("the tools for coding agents, for callers without a token,", () => {
  it("answer nothing where the control API asks for one", () =>
    inFolder(async (folder) => {
      const environment = { SANDBOX_CONTROL_TOKEN: "a-token-of-the-control-api" };
      const server = await startServer({ folder, environment });
      const answer = await fetch(`${server.url}/_sandbox/mcp`, { method: "POST", body: "{}" });
      expect(answer.status).to.equal(401);
      await server.stop();
    }));
});
