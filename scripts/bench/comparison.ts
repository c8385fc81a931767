import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Driver } from "./driver.ts";
import { drive, measureRound } from "./level.ts";
import type { Progress, Round } from "./level.ts";
import type { Options } from "./options.ts";
import type { Flow } from "./requests.ts";
import { scenarioOf } from "./scenario-rules.ts";
import { startSandbox } from "./servers.ts";
import type { Settings } from "./servers.ts";

/** The sandbox against itself with other settings: what does it cost? */
export interface Comparison {
  readonly title: string;
  readonly flow: Flow;
  /** The first is measured against the second. */
  readonly names: readonly [string, string];
  /** Files that the settings name, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly settings: readonly [Settings, Settings];
  /** How many times as slow the first may be. */
  readonly slownessMax: number;
}

export interface Compared {
  readonly comparison: Comparison;
  readonly rounds: readonly Round[];
}

/** Stands for the folder of the comparison's files. */
const FOLDER = "{folder}";

const rules = (name: string): Settings => ({ SANDBOX_SCENARIO_FOLDER: FOLDER, SANDBOX_SCENARIOS: name });

export const COMPARISONS: readonly Comparison[] = [
  {
    title: "2,000 scenario rules instead of 20",
    flow: "PAY",
    names: ["2,000 rules", "20 rules"],
    files: { "many.yaml": scenarioOf(2_000), "few.yaml": scenarioOf(20) },
    settings: [rules("many"), rules("few")],
    slownessMax: 1.2,
  },
  {
    title: "judged in version 60 besides (SANDBOX_SHADOW)",
    flow: "PAY",
    names: ["shadow", "no shadow"],
    files: {},
    settings: [{ SANDBOX_SHADOW: "60" }, {}],
    slownessMax: 1.35,
  },
];

export async function measureComparison(
  comparison: Comparison,
  options: Options,
  driver: Driver,
  progress: Progress,
): Promise<Compared> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  try {
    for (const [name, text] of Object.entries(comparison.files)) await writeFile(join(folder, name), text);
    return await measureIn(folder, comparison, { options, driver, progress });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Means {
  readonly options: Options;
  readonly driver: Driver;
  readonly progress: Progress;
}

async function measureIn(folder: string, comparison: Comparison, means: Means): Promise<Compared> {
  const [first, second] = comparison.settings.map((settings) => placed(settings, folder));
  const sandbox = await startSandbox(first);
  try {
    const reference = await startSandbox(second);
    try {
      return {
        comparison,
        rounds: await measure(comparison, { ...means, sandbox, reference, stored: 0, jobs: 0 }),
      };
    } finally {
      await reference.close();
    }
  } finally {
    await sandbox.close();
  }
}

async function measure(
  { flow, title }: Comparison,
  field: Parameters<typeof measureRound>[0] & Means,
): Promise<readonly Round[]> {
  const { rounds, warmUpRequests } = field.options;
  for (const server of [field.sandbox, field.reference])
    await drive(field, server, flow, { requests: warmUpRequests });
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    field.progress(`${title}, round ${round} of ${rounds}`);
    measured.push(await measureRound(field, flow));
  }
  return measured;
}

function placed(settings: Settings, folder: string): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace(FOLDER, folder)]),
  );
}
