import type { Postgres } from "../../test/support/postgres.ts";
import { asScript, givenIn, numberOf, UsageError, wholeNumber } from "../usage.ts";

const USAGE = `usage: npm run soak -- [--rounds N | --minutes N] [--store log | postgres] [--seed N]
  --rounds N   processes are killed, stopped, and run out of disk or database, once in each round, under load (5);
               ends with 1 when something that was acknowledged is not there afterwards
  --minutes N  nothing happens, and what is held in memory, the open files and p99 must not grow by more than a tenth
               between the fifth minute (or the middle, of a shorter run) and the end
  --store NAME log, or postgres where Debian's package postgresql is installed (log)
  --seed N     what is drawn (by the clock)
`;

await asScript(USAGE, async (args) => {
  const { values } = givenIn({
    args,
    options: {
      minutes: { type: "string" },
      rounds: { type: "string", default: "5" },
      store: { type: "string", default: "log" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const { store } = values;
  const rounds = wholeNumber("--rounds", values.rounds, [1, 1_000_000]);
  const minutes =
    values.minutes === undefined ? undefined : numberOf("--minutes", values.minutes, [0.1, 100_000]);
  const seed = wholeNumber("--seed", values.seed, [0, Number.MAX_SAFE_INTEGER]);
  const { programs, startPostgres } = await import("../../test/support/postgres.ts");
  const folder = store === "postgres" ? programs() : undefined;
  if (store !== "log" && folder === undefined)
    throw new UsageError("--store must be log, or postgres where Debian's package postgresql is installed");
  const postgres = folder === undefined ? undefined : await startPostgres(folder, []);
  const asked = { ...{ store, seed, postgres }, told };
  const faults = minutes === undefined ? await breaking(asked, rounds) : await keepingSteady(asked, minutes);
  await postgres?.stop();
  process.stdout.write([...faults.slice(0, 50), ""].join("\n"));
  process.exitCode = faults.length === 0 ? 0 : 1;
});

interface Asked {
  readonly store: string;
  readonly seed: number;
  readonly postgres: Postgres | undefined;
  readonly told: (line: string) => void;
}

function told(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function breaking({ store, ...common }: Asked, rounds: number): Promise<readonly string[]> {
  const started = performance.now();
  const { soak } = await import("../../test/soak/soak.ts");
  const result = await soak({ ...common, rounds });
  const { acknowledged, refused, notified, blows } = result;
  const seconds = Math.round((performance.now() - started) / 1_000);
  told(`store ${store}, seed ${common.seed}, ${seconds} s: ${JSON.stringify(blows)}`);
  told(
    `${acknowledged} transactions acknowledged, ${refused} requests refused, ${notified} transactions notified`,
  );
  return result.faults;
}

async function keepingSteady({ store, ...common }: Asked, minutes: number): Promise<readonly string[]> {
  const { steady } = await import("../../test/soak/steady.ts");
  const { acknowledged, faults } = await steady({ ...common, minutes });
  told(`store ${store}, seed ${common.seed}: ${acknowledged} transactions acknowledged`);
  return faults;
}
