import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { forkScript, messageFrom } from "./child.ts";
import type { Child } from "./child.ts";
import { runContests } from "./contest.ts";
import type { Contest, Contested } from "./contest.ts";
import type { Flow } from "./requests.ts";
import { scenarioOf } from "./scenario-rules.ts";
import { QUIET, USUAL } from "./servers.ts";
import type { Server, Settings } from "./servers.ts";

const RULES = [20, 2_000] as const;

/** Browsers with the portal open. */
const WATCHERS = 2;
const OPENING_MS_MAX = 10_000;
/** Whether they still read is known as long as this. */
const WATCHED_MS_MAX = 1_800_000;

/** The sandbox against itself: what a refusal, many rules, a second contract, watching and lines for requests cost. */
export function measureSettings(bench: Bench): Promise<readonly Contested[]> {
  return withHall(bench, async (hall) => {
    const folder = await hall.folder();
    for (const rules of RULES) await writeFile(join(folder, `${rules}.yaml`), scenarioOf(rules));
    const withRules = (rules: number): Settings => ({
      ...QUIET,
      SANDBOX_SCENARIO_FOLDER: folder,
      SANDBOX_SCENARIOS: String(rules),
    });
    const sandboxes = {
      plain: await hall.sandbox(),
      few: await hall.sandbox(withRules(RULES[0])),
      many: await hall.sandbox(withRules(RULES[1])),
      shadow: await hall.sandbox({ ...QUIET, SANDBOX_SHADOW: "60" }),
      unshadowed: await hall.sandbox(),
      watched: await hall.sandbox(),
      unwatched: await hall.sandbox(),
      telling: await hall.sandbox(USUAL),
      silent: await hall.sandbox(),
    };
    const watchers = await watch(bench, sandboxes.watched.url);
    try {
      const contests = runContests(bench, contestsOf(sandboxes));
      return await watchers.during(contests, WATCHED_MS_MAX, "the rounds that browsers watch");
    } finally {
      await watchers.end();
    }
  });
}

/** They run beside the driver, not on the servers' core. */
async function watch({ scripts, cores }: Bench, url: string): Promise<Child> {
  const place = { folder: scripts, core: cores.driver };
  const watchers = forkScript("watchers.js", place, [url, String(WATCHERS)]);
  const reply = messageFrom<{ readonly watching: boolean }>(watchers);
  const { watching } = await watchers.during(reply, OPENING_MS_MAX, "the opening of the streams");
  if (!watching) throw new Error("the stream of exchanges was refused");
  return watchers;
}

/** Each of a pair gets as many requests as the other: a sandbox becomes faster with the first hundred thousand. */
type Sandboxes = Readonly<Record<Sandbox, Server>>;

type Sandbox =
  | "plain"
  | "few"
  | "many"
  | "shadow"
  | "unshadowed"
  | "watched"
  | "unwatched"
  | "telling"
  | "silent";

function contestsOf(sandboxes: Sandboxes): readonly Contest[] {
  const { plain, few, many, shadow, unshadowed, watched, unwatched, telling, silent } = sandboxes;
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
      contestants: [entry("shadow", shadow), entry("no shadow", unshadowed)],
    },
    {
      id: "watched",
      title: `PAY while ${WATCHERS} browsers watch the traffic`,
      ratioMeant: 0.9,
      contestants: [entry("watched", watched), entry("not watched", unwatched)],
    },
    {
      id: "lines",
      title: "PAY with a line of JSON for each request, which somebody reads",
      ratioMeant: 0.9,
      contestants: [entry("lines", telling), entry("no lines", silent)],
    },
  ];
}
