#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { commandHelp, helpText, readArguments } from "./cli/kernel/arguments.ts";
import { EXIT, UsageError } from "./cli/kernel/command.ts";
import type { Terminal } from "./cli/kernel/command.ts";
import { createLineOutput } from "./cli/kernel/line-output.ts";
import type { LineOutput, LineOutputOptions } from "./cli/kernel/line-output.ts";
import { COMMANDS } from "./cli/commands.ts";
import { ConfigError, processEnvironment } from "./sandbox/config.ts";
import type { Environment } from "./sandbox/config.ts";
import { maskText } from "./domain/card/card.ts";
import { reasonOf } from "./domain/thrown.ts";
import { logLine } from "./sandbox/log.ts";
import { FileError } from "./document/file-problem.ts";

const USAGE_ERRORS = [ConfigError, FileError, UsageError];

async function main(): Promise<void> {
  // Whoever reads the output may stop reading, as `head` does.
  process.stdout.on("error", endQuietly);
  const environment = processEnvironment();
  const terminal = terminalOf(environment);
  const asked = readArguments(process.argv.slice(2), environment, COMMANDS);
  switch (asked.kind) {
    case "help":
      terminal.print(
        asked.command === undefined ? helpText(COMMANDS) : commandHelp(asked.name, asked.command),
      );
      return;
    case "version":
      terminal.print(`${terminal.version}\n`);
      return;
    case "run":
      process.exitCode = await asked.command.run(asked.invocation, terminal);
  }
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit();
}

/** Whoever reads them may stop reading: the process goes on, and in the end does not wait. */
const outputs: LineOutput[] = [];

function openLines(options: LineOutputOptions): LineOutput {
  process.stdout.off("error", endQuietly);
  const output = createLineOutput(process.stdout, options);
  outputs.push(output);
  return output;
}

/** Opened by the first remark, as most commands have none. */
let remarks: LineOutput | undefined;

function openRemarks(): LineOutput {
  const output = createLineOutput(process.stderr, {
    leftOut: (count) => logLine(new Date().getTime(), "warn", "lines-left-out", { count }),
    // There is nowhere left to say it.
    onEnd: () => undefined,
    isPrompt: true,
  });
  outputs.push(output);
  return output;
}

/** Remarks quote files and arguments, and those may hold anything. */
function tell(text: string): void {
  remarks ??= openRemarks();
  remarks.write(() => maskText(text));
}

async function finish(): Promise<void> {
  const taken = await Promise.all(outputs.map(({ close }) => close()));
  if (taken.includes(false)) process.exit();
}

/** Of output that goes nowhere in particular. */
const WIDTH = 100;

function terminalOf(environment: Environment): Terminal {
  // A pipe has no width, whatever its type says.
  const { columns } = process.stdout as { readonly columns?: number };
  return {
    print: (text) => process.stdout.write(text),
    openLines,
    tell,
    finish,
    now: () => new Date().getTime(),
    width: columns ?? WIDTH,
    ...sightOf(process.stdout, environment),
    remarks: sightOf(process.stderr, environment),
    version: versionOf(),
    fail,
  };
}

/** Whether a person looks at the stream, and sees colours. */
function sightOf({ isTTY }: { readonly isTTY?: boolean }, environment: Environment): Terminal["remarks"] {
  const isTerminal = isTTY === true;
  return { isTerminal, isColoured: isTerminal && !environment["NO_COLOR"] };
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return (manifest as { readonly version: string }).version;
}

function fail(error: unknown): void {
  tell(`gateway-sandbox: ${reasonOf(error)}\n`);
  process.exitCode = USAGE_ERRORS.some((kind) => error instanceof kind) ? EXIT.usage : EXIT.noStart;
}

main().catch(fail);
