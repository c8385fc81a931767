import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { needsCheck } from "../../server/cli/start-check.ts";
import { eventually } from "../support/scenario-folder.ts";
import { inFolder, startServer } from "./built-server.ts";

const TWICE = `version: 1
name: plan
rules:
  - { id: all, outcome: DECLINED }
  - { id: never, when: { operation: PAY }, outcome: APPROVED }
`;

describe("the check of scenarios after a start", () => {
  it("logs what is active and does not do what it seems to, beside the requests", () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "plan"));
      await writeFile(join(folder, "plan", "plan.yaml"), TWICE);
      const server = await startServer({
        folder,
        arguments: ["--scenario-folder", "plan", "--scenarios", "plan"],
      });
      const log = await eventually(server.stderr, (text) => /scenario check.*\n/.test(text));
      const [line = ""] = log.split("\n").filter((it) => it.includes("scenario check"));
      expect(line).to.contain("shadowed-rule").and.to.contain("plan.yaml").and.to.contain("never");
      await server.stop();
    }));

  const settings: Readonly<Record<string, readonly [Parameters<typeof needsCheck>[0], boolean]>> = {
    "nothing set": [{ scenarioFolder: undefined, scenarios: ["default", "gateway-simulator"] }, false],
    "another order": [{ scenarioFolder: undefined, scenarios: ["gateway-simulator", "default"] }, true],
    "more files": [{ scenarioFolder: undefined, scenarios: ["slow", "default", "gateway-simulator"] }, true],
    "a folder": [{ scenarioFolder: "plan", scenarios: ["default", "gateway-simulator"] }, true],
  };
  for (const [name, [config, isMade]] of Object.entries(settings)) {
    it(`is ${isMade ? "made" : "left out, as our own tests make it"}: ${name}`, () => {
      expect(needsCheck(config)).to.equal(isMade);
    });
  }
});
