import type { Environment } from "../../sandbox/config.ts";
import { EXIT, flagValue, reportFlags, UsageError, WITHOUT_TRAFFIC } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import type { ReportTarget } from "../kernel/reports.ts";
import type { SmokeOptions } from "./run.ts";

export const smokeCommand: Command = {
  summary: "Tests every family of operations of a running sandbox with a few calls.",
  words: undefined,
  wordsMax: 0,
  flags: [
    {
      name: "url",
      help: "URL of the sandbox (default: SANDBOX_URL, otherwise this machine and SANDBOX_PORT)",
    },
    {
      name: "merchant",
      help: "merchant that makes the calls (default: a temporary one, otherwise SANDBOX_MERCHANT)",
    },
    { name: "password", help: "its password (default: SANDBOX_PASSWORD, otherwise sandbox)" },
    {
      name: "token",
      help: "control token, used to reset the merchant afterwards (default: SANDBOX_CONTROL_TOKEN)",
    },
    { name: "ca", help: "CA certificate file for an https URL" },
    ...reportFlags(", in addition to the lines; =FILE writes to a file; repeatable", WITHOUT_TRAFFIC),
  ],
  run: async (invocation, terminal) => {
    const { runSmoke, smokeReport } = await import("./run.ts");
    const { writeReports } = await import("../kernel/reports.ts");
    const targets = await targetsOf(invocation);
    // Lines between those of a report would spoil it.
    const isTaken = targets.some(({ path }) => path === undefined);
    const done = await runSmoke(optionsOf(invocation), isTaken ? terminal.tell : terminal.print);
    const report = smokeReport(done);
    writeReports(targets, report, terminal);
    return report.verdict === "passed" ? EXIT.fine : EXIT.found;
  },
};

/** Without any, the lines are all there is. */
async function targetsOf({ given }: Invocation): Promise<readonly ReportTarget[]> {
  if (!given.has("report") && !given.has("format")) return [];
  const { readReports } = await import("../kernel/reports.ts");
  const { prepareReportFile } = await import("../kernel/reports.ts");
  const targets = readReports({ given });
  if (targets.some(({ format }) => format === "har"))
    throw new UsageError("the har format is not supported by smoke, which records no traffic");
  for (const { path } of targets) if (path !== undefined) prepareReportFile(path);
  return targets;
}

function optionsOf(invocation: Invocation): SmokeOptions {
  const { environment, given } = invocation;
  return {
    url: flagValue(invocation, "url") ?? urlIn(environment),
    merchant: flagValue(invocation, "merchant") ?? (environment["SANDBOX_MERCHANT"] || "TESTSHOP"),
    isNamed: given.has("merchant"),
    password: flagValue(invocation, "password") ?? (environment["SANDBOX_PASSWORD"] || "sandbox"),
    token: flagValue(invocation, "token") ?? (environment["SANDBOX_CONTROL_TOKEN"] || undefined),
    ca: flagValue(invocation, "ca"),
  };
}

function urlIn(environment: Environment): string {
  return environment["SANDBOX_URL"] || `http://127.0.0.1:${environment["SANDBOX_PORT"] || "8620"}`;
}
