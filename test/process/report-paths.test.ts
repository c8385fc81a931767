import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, run } from "./built-server.ts";

const PLAN = `version: 1
name: night
rules:
  - { id: first, when: { operation: PAY }, outcome: APPROVED }
  - { id: second, when: { operation: PAY, amount: "66.66" }, outcome: DECLINED }
`;

/** What check says in a format about a plan in a subfolder, where it is called with this folder of files. */
async function checked(root: string, format: string, folder = "plans"): Promise<string> {
  const shop = join(root, "services", "shop");
  await mkdir(join(shop, "plans"), { recursive: true });
  await writeFile(join(shop, "plans", "night.yaml"), PLAN);
  const words = ["check", folder, "--scenarios", "night", "--format", format];
  const program = run({ folder: shop, arguments: words });
  await program.ended;
  return program.stdout();
}

interface Sarif {
  readonly runs: readonly [{ readonly results: readonly [{ readonly locations: readonly [SarifPlace] }] }];
}

interface SarifPlace {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
}

function uriIn(text: string): string {
  return (JSON.parse(text) as Sarif).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri;
}

describe("a report that is made in a subfolder of a repository", () => {
  const file = "services/shop/plans/night.yaml";

  it("names files from the root of the repository for code scanning, however they were given", () =>
    inFolder(async (root) => {
      await mkdir(join(root, ".git"));
      expect(uriIn(await checked(root, "sarif"))).to.equal(file);
      const whole = join(root, "services", "shop", "plans");
      expect(uriIn(await checked(root, "sarif", whole))).to.equal(file);
    }));

  it("names them so in annotations, in a worktree too", () =>
    inFolder(async (root) => {
      await writeFile(join(root, ".git"), "gitdir: elsewhere\n");
      expect(await checked(root, "github")).to.contain(`::warning file=${file},line=5,`);
    }));

  it("names them as they were given to people, and where there is no repository", () =>
    inFolder(async (root) => {
      expect(uriIn(await checked(root, "sarif"))).to.equal("plans/night.yaml");
      await mkdir(join(root, ".git"));
      expect(await checked(root, "text")).to.match(/^plans\/night\.yaml:5:/m);
    }));
});
