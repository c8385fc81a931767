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
import { connected } from "./agent.ts";
import type { Agent } from "./agent.ts";

const USERS = [
  { name: "looker", role: "look" },
  { name: "team", role: "test", merchants: ["TESTTEAM"] },
];
const tokenOf = (name: string): string => `the-token-of-${name}`;

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
  readonly looker: Agent;
  readonly team: Agent;
  /** The arguments of each tool, about a merchant that the team may not reach. */
  readonly foreign: ReadonlyMap<string, JsonObject>;
}

function withAgents(work: (scene: Scene) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const users = USERS.map(({ name, ...rest }) => ({
      name,
      ...rest,
      token: `sha256:${hashOf(tokenOf(name))}`,
    }));
    await writeFile(join(folder, "users.json"), JSON.stringify({ users }));
    const server = await startServer({ folder, environment: { SANDBOX_USERS: "users.json" } });
    const paid = await clientOf(server.url, "TESTOTHER").put({
      order: "secret-1",
      transaction: "1",
      body: pay(),
    });
    const agentOf = (name: string): Promise<Agent> => {
      const headers = { Authorization: `Bearer ${tokenOf(name)}` };
      const url = new URL(`${server.url}/_sandbox/mcp`);
      return connected(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    };
    const [looker, team] = await Promise.all([agentOf("looker"), agentOf("team")]);
    const known = { merchantId: "TESTOTHER", orderId: "secret-1", id: paid.get("X-Sandbox-Exchange") ?? "" };
    const { tools } = await looker.client.listTools();
    const foreign = tools.map(({ name, inputSchema }) => {
      const sample = sampleOf(inputSchema as Schema) as JsonObject;
      const given = Object.entries(known).filter(([member]) => member in (inputSchema.properties ?? {}));
      return [name, { ...sample, ...Object.fromEntries(given) }] as const;
    });
    await work({ looker, team, foreign: new Map(foreign) });
    await Promise.all([looker.client.close(), team.client.close()]);
    await server.stop();
  });
}

describe("the tools for coding agents, for the wrong role and the wrong merchant,", () => {
  it("change nothing for who may only look, whichever tool it is", () =>
    withAgents(async ({ looker, foreign }) => {
      const changing = CONTROL_TOOLS.filter(({ effect }) => effect !== "read");
      expect(changing).not.to.be.empty;
      for (const { name } of changing)
        expect(await looker.complaint(name, foreign.get(name)), name).to.contain("needs the role");
    }));

  it("tell a team nothing of other merchants, whichever tool it is", () =>
    withAgents(async ({ team, foreign }) => {
      for (const [name, given] of foreign) {
        if (name === OF_THE_GATEWAY) continue;
        const told = await team.use(name, given).then(JSON.stringify, String);
        expect(told, name).not.to.match(/TESTOTHER|secret-1/);
      }
      for (const { name, inputSchema } of CONTROL_TOOLS)
        if (((inputSchema as Schema).required ?? []).includes("merchantId"))
          expect(await team.complaint(name, foreign.get(name)), name).to.contain("may reach TESTTEAM");
    }));

  it("take no caller without a token", async () => {
    await withAgents(async ({ looker }) => {
      expect(await looker.use("about")).to.have.property("version");
    });
    await inFolder(async (folder) => {
      const server = await startServer({
        folder,
        environment: { SANDBOX_CONTROL_TOKEN: "a-token-of-the-control-api" },
      });
      const answer = await fetch(`${server.url}/_sandbox/mcp`, { method: "POST", body: "{}" });
      expect(answer.status).to.equal(401);
      await server.stop();
    });
  });
});
