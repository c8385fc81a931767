import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Postgres } from "../support/postgres.ts";
import type { Receiver } from "../support/receiver.ts";
import { startServer } from "./built-server.ts";
import type { RunningServer } from "./built-server.ts";

const PLAN = `
version: 1
rules:
  - { id: counted, when: { amount: "1.00" }, per: merchant, outcomes: [DECLINED, REFERRED, APPROVED] }
  - { id: held, when: { amount: "2.00" }, hold: before-commit }
  - { id: slow, when: { amount: "3.00" }, delay: 2m }
  - { id: secure, when: { reference: secure }, authentication: { result: SUCCESSFUL } }
`;
const OTHER = "version: 1\nrules:\n  - { id: always, outcome: BLOCKED }\n";

/** Processes of the built program over one database. */
export interface Processes {
  /** Of the database. */
  readonly url: string;
  /** The folder of the scenario files. */
  readonly scenarios: string;
  readonly start: () => Promise<RunningServer>;
  readonly stop: () => Promise<void>;
}

export async function preparedProcesses(
  postgres: Postgres,
  receiver: Receiver,
  more: Readonly<Record<string, string>> = {},
): Promise<Processes> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-processes-"));
  await mkdir(join(folder, "scenarios"));
  await writeFile(join(folder, "scenarios", "plan.yaml"), PLAN);
  await writeFile(join(folder, "scenarios", "other.yaml"), OTHER);
  const url = await postgres.newData();
  const environment = {
    SANDBOX_STORE: url,
    SANDBOX_SCENARIO_FOLDER: join(folder, "scenarios"),
    SANDBOX_SCENARIOS: "plan",
    SANDBOX_NOTIFICATIONS: "on",
    SANDBOX_NOTIFICATION_URL: `${receiver.url}all`,
    SANDBOX_NOTIFICATION_HOSTS: "127.0.0.1",
    // Each start would check the scenarios for what a log may warn of, which takes longer than the start itself.
    SANDBOX_LOG_LEVEL: "error",
    ...more,
  };
  const started: RunningServer[] = [];
  return {
    url,
    scenarios: join(folder, "scenarios"),
    start: async () => {
      const server = await startServer({ folder, environment });
      started.push(server);
      return server;
    },
    stop: async () => {
      await Promise.all(started.map((server) => server.stop()));
      await rm(folder, { recursive: true });
    },
  };
}
