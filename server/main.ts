#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { helpText, readArguments } from "./cli/arguments.ts";
import { makeCertificates } from "./cli/certificates.ts";
import type { Invocation } from "./cli/commands.ts";
import { UsageError } from "./cli/usage-error.ts";
import { ConfigError, processEnvironment, readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { maskText } from "./domain/card.ts";
import { createLog } from "./log.ts";
import { FileError } from "./document/file-problem.ts";
import { startSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

/** 2: usage or configuration is wrong. 3: it could not start (port, folder). */
const EXIT_USAGE = 2;
const EXIT_NO_START = 3;

const USAGE_ERRORS = [ConfigError, FileError, UsageError];

async function main(): Promise<void> {
  const invocation = readArguments(process.argv.slice(2), processEnvironment());
  if (invocation.command === "start") await start(readConfig(invocation.environment));
  else process.stdout.write(await textFor(invocation));
}

/** What the commands that are done at once have to say. */
async function textFor(invocation: Exclude<Invocation, { readonly command: "start" }>): Promise<string> {
  switch (invocation.command) {
    case "certificates":
      return makeCertificates(invocation.wish, now());
    case "help":
      return helpText();
    case "version":
      return `${versionOf()}\n`;
  }
}

function now(): number {
  return new Date().getTime();
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel, now, (line) => process.stderr.write(line));
  const sandbox = await startSandbox(config, log);
  process.stdout.write(readyLine(sandbox, config));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log("info", "stopping", { signal });
      // The process ends by itself once nothing is left to do.
      sandbox.close().catch(fail);
    });
  }
}

/** One line that a person can use and a script can wait for. */
function readyLine(sandbox: Sandbox, config: Config): string {
  const password = config.merchantsFile === undefined ? config.password : "as the merchant file says";
  const token = sandbox.controlToken === undefined ? "" : `, control token ${sandbox.controlToken}`;
  const urls = sandbox.tlsUrl === undefined ? sandbox.url : `${sandbox.url} and ${sandbox.tlsUrl}`;
  return `gateway-sandbox ready at ${urls} (merchants ${sandbox.merchants}, password ${password}${token})\n`;
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return (manifest as { readonly version: string }).version;
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // Messages quote files and arguments, and those may hold anything.
  process.stderr.write(`gateway-sandbox: ${maskText(message)}\n`);
  process.exitCode = USAGE_ERRORS.some((kind) => error instanceof kind) ? EXIT_USAGE : EXIT_NO_START;
}

main().catch(fail);
