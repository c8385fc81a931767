import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import { inFolder, MAIN, startServer } from "../process/built-server.ts";
import { connected } from "./agent.ts";

const PLAN = "version: 1\nrules:\n  - { id: all, outcome: BLOCKED }\n";

describe("tools that write scenario files", () => {
  const writing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a sandbox that runs": { SANDBOX_SCENARIO_FOLDER: ".", SANDBOX_SCENARIO_SAVE: "on" },
    "a sandbox that runs and does not let it": {},
  };
  for (const [what, environment] of Object.entries(writing))
    it(`over stdio and over HTTP writes scenario files of ${what}`, () =>
      inFolder(async (folder) => {
        await writeFile(join(folder, "default.yaml"), "version: 1\nname: Of the folder\n");
        const server = await startServer({ folder, environment: { ...environment, SANDBOX_WATCH: "off" } });
        const args = [MAIN, "mcp", "--url", server.url];
        const agents = [
          await connected(new StdioClientTransport({ command: process.execPath, args })),
          await connected(new StreamableHTTPClientTransport(new URL(`${server.url}/_sandbox/mcp`))),
        ];
        for (const [index, agent] of agents.entries()) {
          const name = `plan-${index}`;
          const text = `name: Plan ${index}\n${PLAN}`;
          if (environment["SANDBOX_SCENARIO_SAVE"] === undefined)
            expect(await agent.complaint("write_scenario", { name, text })).to.match(
              /SANDBOX_SCENARIO_SAVE=on/,
            );
          else {
            const broken = { name, text: "version: 1\nrules: none\n" };
            expect(await agent.complaint("write_scenario", broken)).to.match(/^line 2, column 8/);
            expect(await agent.complaint("write_scenario", { name: "../plan", text })).to.match(/^The name/);
            expect(await agent.use("write_scenario", { name, text })).to.include({ isLoaded: true });
            expect(await readFile(join(folder, `${name}.yaml`), "utf8")).to.equal(text);
            expect(await agent.complaint("write_scenario", { name, text })).to.match(/send its revision/);
            const { revision } = (await agent.use("read_scenario", { name })) as {
              readonly revision: string;
            };
            expect(await agent.use("write_scenario", { name, text, revision })).to.include({ revision });
          }
          await agent.client.close();
        }
        await server.stop();
      }));

  it("over stdio writes into the folder that its own sandbox is given", () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, "default.yaml"), "version: 1\nname: Of the folder\n");
      const args = [MAIN, "mcp", "--scenario-folder", folder];
      const agent = await connected(
        new StdioClientTransport({ command: process.execPath, args, cwd: folder }),
      );
      expect(await agent.use("write_scenario", { name: "plan", text: PLAN })).to.include({ isLoaded: true });
      expect(await readFile(join(folder, "plan.yaml"), "utf8")).to.equal(PLAN);
      await agent.client.close();
    }));
});
