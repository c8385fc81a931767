import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { isAsShipped } from "../../server/cli/start/command.ts";
import { readConfig } from "../../server/sandbox/config.ts";
import { readTexts, scenarioFolder } from "../../server/scenario/library/scenario-folder.ts";
import { eventually } from "../support/scenario-folder.ts";
import { inFolder, startServer } from "./built-server.ts";
import type { RunningServer } from "./built-server.ts";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const { digest: DIGEST } = readTexts(scenarioFolder(join(PACKAGE, "scenarios")));

const ALL = "  - { id: all, outcome: DECLINED }\n";
const NEVER = "  - { id: never, when: { operation: PAY }, outcome: APPROVED }\n";

/** The first warning of the check that the program logs. */
async function warningOf(server: RunningServer): Promise<string> {
  const log = await eventually(server.stderr, (text) => /scenario-check.*\n/.test(text));
  await server.stop();
  return log.split("\n").find((line) => line.includes("scenario-check")) ?? "";
}

describe("the check of scenarios after a start", () => {
  it("logs what is active and does not do what it seems to, beside the requests", () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "plan"));
      await writeFile(join(folder, "plan", "plan.yaml"), `version: 1\nname: plan\nrules:\n${ALL}${NEVER}`);
      const words = ["--scenario-folder", "plan", "--scenarios", "plan"];
      const warning = await warningOf(await startServer({ folder, arguments: words }));
      expect(warning).to.contain("shadowed-rule").and.to.contain("plan.yaml").and.to.contain("never");
    }));

  it("is made of the files of the package, too, once somebody has edited them", () =>
    inFolder(async (folder) => {
      const home = join(folder, "package");
      for (const part of ["dist", "schemas", "scenarios", "package.json"])
        await cp(join(PACKAGE, part), join(home, part), { recursive: true });
      await symlink(join(PACKAGE, "node_modules"), join(home, "node_modules"), "junction");
      const edited = join(home, "scenarios", "default.yaml");
      const text = await readFile(edited, "utf8");
      await writeFile(edited, text.replace("\nrules:\n", `\nrules:\n${ALL}`));
      const server = await startServer({ folder, program: join(home, "dist", "main.js") });
      expect(await warningOf(server))
        .to.contain("shadowed-rule")
        .and.to.contain("default.yaml");
    }));

  const settings: Readonly<Record<string, readonly [Readonly<Record<string, string>>, boolean]>> = {
    "nothing is set": [{}, true],
    "a folder with the same files": [{ SANDBOX_SCENARIO_FOLDER: join(PACKAGE, "scenarios") }, true],
    "a folder with other files": [{ SANDBOX_SCENARIO_FOLDER: join(PACKAGE, "test") }, false],
    "another order of them": [{ SANDBOX_SCENARIOS: "gateway-simulator,default" }, false],
    "more of them": [{ SANDBOX_SCENARIOS: "slow,default,gateway-simulator" }, false],
  };
  for (const [name, [environment, isLeftOut]] of Object.entries(settings)) {
    it(`is ${isLeftOut ? "left out, as our own tests make it" : "made"}: ${name}`, () => {
      const config = readConfig(environment);
      expect(isAsShipped(config, DIGEST)).to.equal(isLeftOut);
      expect(isAsShipped(config, undefined), "files that were not read when they were built").to.equal(false);
    });
  }
});
