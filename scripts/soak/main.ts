import { parseArgs } from "node:util";
import { programs, startPostgres } from "../../test/support/postgres.ts";
import { soak } from "../../test/soak/soak.ts";
import { steady } from "../../test/soak/steady.ts";

/**
 * `npm run soak -- --rounds 200 --store postgres --seed 7`: processes are killed, stopped, and run out of disk or database,
 * once in each round, under load; the command ends with 1 when something that was acknowledged is not there afterwards.
 * `npm run soak -- --minutes 60`: nothing happens, and what is held in memory, the open files and p99 must not grow by more than
 * a tenth between the fifth minute (or the middle, of a shorter run) and the end.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    rounds: { type: "string", default: "5" },
    store: { type: "string", default: "log" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const folder = values.store === "postgres" ? programs() : undefined;
if (values.store !== "log" && folder === undefined)
  throw new Error("--store must be log, or postgres where Debian's package postgresql is installed");
const postgres = folder === undefined ? undefined : await startPostgres(folder, []);
const common = {
  ...{ seed: Number(values.seed), postgres },
  told: (line: string): void => void process.stdout.write(`${line}\n`),
};
const started = performance.now();
const faults = values.minutes === undefined ? await breaking() : await keepingSteady(Number(values.minutes));
await postgres?.stop();
process.stdout.write([...faults.slice(0, 50), ""].join("\n"));
process.exitCode = faults.length === 0 ? 0 : 1;

async function breaking(): Promise<readonly string[]> {
  const result = await soak({ ...common, rounds: Number(values.rounds) });
  const { acknowledged, refused, notified, blows } = result;
  const seconds = Math.round((performance.now() - started) / 1_000);
  common.told(`store ${values.store}, seed ${values.seed}, ${seconds} s: ${JSON.stringify(blows)}`);
  common.told(
    `${acknowledged} transactions acknowledged, ${refused} requests refused, ${notified} transactions notified`,
  );
  return result.faults;
}

async function keepingSteady(minutes: number): Promise<readonly string[]> {
  const { acknowledged, faults } = await steady({ ...common, minutes });
  common.told(`store ${values.store}, seed ${values.seed}: ${acknowledged} transactions acknowledged`);
  return faults;
}
