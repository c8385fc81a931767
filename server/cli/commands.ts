import type { Commands } from "./arguments.ts";
import { certificatesCommand } from "./certificates-command.ts";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { namingFlags } from "./flag-errors.ts";
import { openApiCommand } from "./openapi.ts";
import { coverageCommand } from "./coverage-command.ts";
import { reportCommand } from "./report-command.ts";
import { replayCommand } from "./replay-command.ts";
import { runCommand } from "./run-command.ts";
import { smokeCommand } from "./smoke-command.ts";
import { startCommand } from "./start.ts";
import { upgradeCheckCommand, versionsCommand } from "./upgrade-command.ts";
import { verifyCommand } from "./verify-command.ts";

/** Every command, in the order of the help. What only one of them needs is loaded when it runs. */
export const COMMANDS: Commands = new Map(
  Object.entries({
    start: startCommand,
    check: checkCommand,
    explain: explainCommand,
    run: runCommand,
    smoke: smokeCommand,
    verify: verifyCommand,
    coverage: coverageCommand,
    report: reportCommand,
    replay: replayCommand,
    "upgrade-check": upgradeCheckCommand,
    versions: versionsCommand,
    openapi: openApiCommand,
    certificates: certificatesCommand,
  }).map(([name, command]) => [name, namingFlags(command)]),
);
