import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { runContests } from "./contest.ts";
import type { Contest, Contested } from "./contest.ts";
import type { Flow } from "./requests.ts";
import { scenarioOf } from "./scenario-rules.ts";
import { QUIET } from "./servers.ts";
import type { Server, Settings } from "./servers.ts";

const RULES = [20, 2_000] as const;

/** The sandbox against itself: what a refusal, many rules and a second contract cost. */
export function measureSettings(bench: Bench): Promise<readonly Contested[]> {
  return withHall(bench, async (hall) => {
    const folder = await hall.folder();
    for (const rules of RULES) await writeFile(join(folder, `${rules}.yaml`), scenarioOf(rules));
    const withRules = (rules: number): Settings => ({
      ...QUIET,
      SANDBOX_SCENARIO_FOLDER: folder,
      SANDBOX_SCENARIOS: String(rules),
    });
    const plain = await hall.sandbox();
    const few = await hall.sandbox(withRules(RULES[0]));
    const many = await hall.sandbox(withRules(RULES[1]));
    const shadow = await hall.sandbox({ ...QUIET, SANDBOX_SHADOW: "60" });
    return runContests(bench, contestsOf({ plain, few, many, shadow }));
  });
}

type Sandboxes = Readonly<Record<"plain" | "few" | "many" | "shadow", Server>>;

function contestsOf({ plain, few, many, shadow }: Sandboxes): readonly Contest[] {
  const entry = (name: string, server: Server, flow: Flow = "PAY") => ({ name, server, flow });
  return [
    {
      id: "refused",
      title: "PAY that the contract refuses",
      ratioMeant: 1,
      contestants: [entry("refused", plain, "refused PAY"), entry("accepted", plain)],
    },
    {
      id: "rules",
      title: "PAY with 2,000 scenario rules instead of 20",
      ratioMeant: 1 / 1.2,
      contestants: [entry("2,000 rules", many), entry("20 rules", few)],
    },
    {
      id: "shadow",
      title: "PAY also checked against version 60 (SANDBOX_SHADOW)",
      ratioMeant: 1 / 1.35,
      contestants: [entry("shadow", shadow), entry("no shadow", plain)],
    },
  ];
}
