import type { Commands } from "./arguments.ts";
import { certificatesCommand } from "./certificates-command.ts";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { openApiCommand } from "./openapi.ts";
import { coverageCommand } from "./coverage-command.ts";
import { reportCommand } from "./report-command.ts";
import { startCommand } from "./start.ts";
import { upgradeCheckCommand, versionsCommand } from "./upgrade-command.ts";

/** Every command, in the order of the help. What only one of them needs is loaded when it runs. */
export const COMMANDS: Commands = new Map(
  Object.entries({
    coverage: coverageCommand,
    report: reportCommand,
    start: startCommand,
    check: checkCommand,
    explain: explainCommand,
    "upgrade-check": upgradeCheckCommand,
    versions: versionsCommand,
    openapi: openApiCommand,
    certificates: certificatesCommand,
  }),
);
