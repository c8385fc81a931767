import type { Commands } from "./kernel/arguments.ts";
import { certificatesCommand } from "./certificates/command.ts";
import { checkCommand } from "./check/command.ts";
import { demoCommand } from "./demo/command.ts";
import { encryptCardCommand } from "./encrypt-card/command.ts";
import { explainCommand } from "./explain/command.ts";
import { initCommand } from "./init.ts";
import { mcpCommand } from "./running/mcp.ts";
import { openApiCommand } from "./openapi.ts";
import { coverageCommand } from "./coverage/command.ts";
import {
  approveCommand,
  armCommand,
  disarmCommand,
  holdCommand,
  rejectCommand,
  releaseCommand,
} from "./running/deciding.ts";
import { clockCommand, resetCommand, scenarioCommand } from "./running/merchant.ts";
import { orderCommand, ordersCommand } from "./running/orders.ts";
import { moveCommand } from "./move.ts";
import { reportCommand } from "./report/command.ts";
import { replayCommand } from "./replay/command.ts";
import { runCommand } from "./run/command.ts";
import { smokeCommand } from "./smoke/command.ts";
import { SETTING_FLAGS, startCommand } from "./start/command.ts";
import { tailCommand } from "./running/tail.ts";
import { upgradeCheckCommand, versionsCommand } from "./upgrade/command.ts";
import { tokenCommand } from "./token.ts";
import { verifyCommand } from "./verify/command.ts";
import { whyCommand } from "./running/why.ts";
import { ConfigError } from "../sandbox/config.ts";
import { SETTINGS } from "../sandbox/settings/settings.ts";
import type { Command, GivenFlags } from "./kernel/command.ts";

/** The flag that sets each variable, and the other way round of SETTING_FLAGS. */
const FLAGS: ReadonlyMap<string, string> = new Map(
  Object.values(SETTINGS).map(({ variable }, index) => [variable, SETTING_FLAGS[index]?.name ?? variable]),
);

/** The command, which tells what is wrong with a flag by the name of the flag and not of the variable behind it. */
function namingFlags(command: Command): Command {
  return {
    ...command,
    run: (invocation, terminal) =>
      command.run(invocation, terminal).catch((error: unknown) => {
        throw error instanceof ConfigError ? named(error, invocation.given) : error;
      }),
  };
}

function named(error: ConfigError, given: GivenFlags): ConfigError {
  const [start = "", ...rest] = error.message.split(": ");
  const faults = rest.join(": ").split("; ");
  const explained = faults.map((fault) => withFlags(fault, given)).join("; ");
  return new ConfigError(`${start}: ${explained}`, { cause: error });
}

const VARIABLE = /^SANDBOX_[A-Z_]+/;

/** A fault begins with what it is about; whatever else it names is then written in the same way. */
function withFlags(fault: string, given: GivenFlags): string {
  const about = FLAGS.get(VARIABLE.exec(fault)?.[0] ?? "");
  if (about === undefined || !given.has(about)) return fault;
  return fault.replace(/\bSANDBOX_[A-Z_]+/g, (variable) => {
    const flag = FLAGS.get(variable);
    return flag === undefined ? variable : `--${flag}`;
  });
}

/** Every command, in the order of the help. What only one of them needs is loaded when it runs. */
export const COMMANDS: Commands = new Map(
  Object.entries({
    start: startCommand,
    init: initCommand,
    demo: demoCommand,
    check: checkCommand,
    explain: explainCommand,
    tail: tailCommand,
    why: whyCommand,
    orders: ordersCommand,
    order: orderCommand,
    arm: armCommand,
    disarm: disarmCommand,
    hold: holdCommand,
    release: releaseCommand,
    clock: clockCommand,
    reset: resetCommand,
    approve: approveCommand,
    reject: rejectCommand,
    scenario: scenarioCommand,
    mcp: mcpCommand,
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
    move: moveCommand,
    token: tokenCommand,
    "encrypt-card": encryptCardCommand,
  }).map(([name, command]) => [name, namingFlags(command)]),
);
