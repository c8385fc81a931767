import { isoTime } from "../../domain/time.ts";
import type { Environment } from "../../sandbox/config.ts";
import { EXIT, flagValue, reportFlags, UsageError } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import type { ReportWish } from "../kernel/reports.ts";
import type { SmokeWish } from "./run.ts";

export const smokeCommand: Command = {
  summary: "Makes a few calls to a running sandbox that prove every family of operations.",
  words: undefined,
  wordsMax: 0,
  flags: [
    {
      name: "url",
      help: "where the sandbox answers (default: SANDBOX_URL, else this machine and SANDBOX_PORT)",
    },
    {
      name: "merchant",
      help: "whose calls they are (default: one of their own that is forgotten then, else SANDBOX_MERCHANT)",
    },
    { name: "password", help: "its password (default: SANDBOX_PASSWORD, else sandbox)" },
    { name: "token", help: "control token, to forget the calls afterwards (default: SANDBOX_CONTROL_TOKEN)" },
    { name: "ca", help: "certificate file of the authority behind an https address" },
    ...reportFlags(
      "text, json, junit, sarif, github, markdown or html beside the lines; with =FILE into a file; given again",
    ),
  ],
  run: async (invocation, terminal) => {
    const { runSmoke } = await import("./run.ts");
    const { smokeReport } = await import("./run.ts");
    const { writeReport } = await import("../kernel/reports.ts");
    const wishes = await wishesOf(invocation);
    // Lines between those of a report would spoil it.
    const isTaken = wishes.some(({ path }) => path === undefined);
    const done = await runSmoke(wishOf(invocation), isTaken ? terminal.tell : terminal.print);
    const report = { ...smokeReport(done), at: isoTime(terminal.now()) };
    for (const wish of wishes) writeReport(wish, report, terminal);
    return report.verdict === "passed" ? EXIT.fine : EXIT.found;
  },
};

/** Without any, the lines are all there is. */
async function wishesOf({ given }: Invocation): Promise<readonly ReportWish[]> {
  if (!given.has("report") && !given.has("format")) return [];
  const { readReports } = await import("../kernel/reports.ts");
  const { prepareReportFile } = await import("../kernel/reports.ts");
  const wishes = readReports({ given });
  if (wishes.some(({ format }) => format === "har"))
    throw new UsageError("smoke keeps no traffic that could be written as har");
  for (const { path } of wishes) if (path !== undefined) prepareReportFile(path);
  return wishes;
}

function wishOf(invocation: Invocation): SmokeWish {
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
