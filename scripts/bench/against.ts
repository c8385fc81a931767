import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { PACKAGE } from "./child.ts";
import { runContests } from "./contest.ts";
import type { Contested } from "./contest.ts";
import { rowsOf } from "./result.ts";
import { FLOWS } from "./requests.ts";
import type { Flow } from "./requests.ts";
import { programIn } from "./servers.ts";

/** A build may be slower than the other by this share. */
const FALL_MAX = 0.08;

/**
 * This build against that of another commit, in the same rounds on the same cores. Ratios to a server of another kind
 * do not carry over from one machine to the next; two builds of the same program do.
 */
export async function measureAgainst(bench: Bench, commit: string): Promise<readonly Contested[]> {
  bench.tell(`building ${commit}`);
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  try {
    await buildOf(commit, folder);
    const measured: (readonly Contested[])[] = [];
    for (let left = bench.options.rounds; left > 0; left -= 1) {
      bench.tell(`${left} rounds left, each with new processes`);
      const options = { ...bench.options, rounds: 1 };
      measured.push(await measureBeside({ ...bench, options }, commit, programIn(folder)));
    }
    return joined(measured);
  } finally {
    git("worktree", "remove", "--force", folder);
    await rm(folder, { recursive: true, force: true });
  }
}

function measureBeside(bench: Bench, commit: string, program: string): Promise<readonly Contested[]> {
  return withHall(bench, async (hall) => {
    const here = await hall.sandbox();
    const other = await hall.sandbox(undefined, program);
    const contests = (Object.keys(FLOWS) as Flow[]).map((flow) => ({
      id: `${commit} ${flow}`,
      title: `${flow}, this build against ${commit}`,
      ratioMeant: 1 - FALL_MAX,
      contestants: [
        { name: "this build", server: here, flow },
        { name: commit, server: other, flow },
      ] as const,
    }));
    return runContests(bench, contests);
  });
}

/** Of the same contests, measured several times: all rounds of each. */
export function joined(measured: readonly (readonly Contested[])[]): readonly Contested[] {
  const [first = [], ...others] = measured;
  return first.map((contest, index) => ({
    ...contest,
    rows: contest.rows.map(({ name, rounds }, row) => ({
      name,
      rounds: [...rounds, ...others.flatMap((again) => again[index]?.rows[row]?.rounds ?? [])],
    })),
  }));
}

/** The flows that need more processor time than the other build by more than they may. */
export function fallsOf(contests: readonly Contested[]): readonly string[] {
  const slower = contests.filter((contest) => {
    const [row] = rowsOf(contest);
    // Processor time is not measured everywhere; rates are.
    const ratio = (row?.cpuRatio ?? row?.ratio)?.median ?? Number.NaN;
    return !(ratio >= contest.ratioMeant);
  });
  return slower.map(({ title }) => title);
}

/** It uses the packages that are installed here: what differs is the program. Its types are not asked for. */
async function buildOf(commit: string, folder: string): Promise<void> {
  git("worktree", "add", "--detach", folder, commit);
  await symlink(join(PACKAGE, "node_modules"), join(folder, "node_modules"), "junction");
  const bundle =
    'import { bundlePrograms } from "./scripts/build/programs.ts"; await bundlePrograms("dist");';
  execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", bundle], {
    cwd: folder,
    stdio: ["ignore", 2, "inherit"],
  });
}

function git(...words: readonly string[]): void {
  execFileSync("git", words, { cwd: PACKAGE, stdio: ["ignore", "ignore", "pipe"] });
}
